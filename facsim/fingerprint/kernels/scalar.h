// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kernel that defines the right answers and runs everywhere; kernels.h has the promise of each
// loop.

#include "facsim/fingerprint/kernels/raw_kernels.h"

namespace facsim::scalar {

std::int64_t add_weighted(const Feature* features, std::size_t count, std::int64_t* sums) noexcept;
void add_hashes(const std::uint64_t* hashes, std::size_t count, std::int64_t* sums) noexcept;
void add_byte_windows(const char* text, std::size_t windows, unsigned size, std::uint64_t key,
                      std::int64_t* sums) noexcept;
void add_utf16_windows(const char16_t* text, std::size_t windows, unsigned size, std::uint64_t key,
                       std::int64_t* sums) noexcept;
void md5_words(const Md5Message* messages, std::size_t count, Hash128* digests) noexcept;

}  // namespace facsim::scalar

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kernels as tables of plain functions over pointers; callers use kernels.h.
//
// A kernel's source is compiled for machines with more instructions than some users have. If it
// emitted an inline function of a shared header, the linker might use that copy for the whole
// program, which would then stop with an illegal instruction elsewhere. So kernels include only
// this header, which has no functions.

#include <array>
#include <cstddef>
#include <cstdint>

#include "facsim/base/hash64.h"
#include "facsim/model/feature.h"

namespace facsim {

// A message for MD5, which reads the first `size` <= 16 bytes; the others are ignored.
struct Md5Message {
  std::array<unsigned char, 16> bytes{};
  std::uint32_t size = 0;
};
static_assert(sizeof(Md5Message) == 20 && sizeof(Feature) == 16, "kernels step by these");

// `sums` are 64 numbers to add to. Window kernels get the number of windows of `size` units that
// begin at `text`; `key` is mixed into the packed units.
struct RawKernels {
  std::int64_t (*add_weighted)(const Feature* features, std::size_t count, std::int64_t* sums);
  void (*add_hashes)(const std::uint64_t* hashes, std::size_t count, std::int64_t* sums);
  void (*add_byte_windows)(const char* text, std::size_t windows, unsigned size, std::uint64_t key,
                           std::int64_t* sums);
  void (*add_utf16_windows)(const char16_t* text, std::size_t windows, unsigned size,
                            std::uint64_t key, std::int64_t* sums);
  void (*md5_words)(const Md5Message* messages, std::size_t count, Hash128* digests);
};

extern const RawKernels kScalarKernels;
#if defined(__x86_64__)
extern const RawKernels kAvx2Kernels;
extern const RawKernels kAvx512Kernels;
#endif

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The hot loops of fingerprints, once for each instruction set, chosen at run time.
//
// Promise: every kernel gives the same numbers for the same input; scalar.cc defines them. All sums
// are whole numbers, so the order of summation cannot change a bit. Does not allocate. Callable
// from any thread.
//
// Cost on one core of an EPYC of 2021 with AVX2, as measured by bench/micro/kernels_bench.cc: 3 ns
// a weighted feature, 1 ns a hash or a window, 16 ns a message; scalar takes 3, 12 and 6 times as
// long.
//
// Sources: positional population count by carry-save adders (Clausecker, Lemire, Schintke 2024;
// Klarqvist, Mula, Lemire 2019; Harley and Seal before them); MD5 by RFC 1321.

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "facsim/base/cpu.h"
#include "facsim/base/hash64.h"
#include "facsim/fingerprint/kernels/raw_kernels.h"
#include "facsim/model/feature.h"

namespace facsim {

// Element i is the sum of the weights of the hashes that have bit i set.
using VoteSums = std::array<std::int64_t, 64>;

class FingerprintKernels {
 public:
  constexpr FingerprintKernels(Kernel kernel, const RawKernels& raw) : kernel_(kernel), raw_(raw) {}

  [[nodiscard]] constexpr Kernel kernel() const noexcept { return kernel_; }

  // Adds the weight of each feature to the sums of its hash's bits; returns the sum of all weights.
  // Any weight is valid; weights from 0 to 1023 are fast, the most common one is the fastest.
  std::int64_t add_weighted(std::span<const Feature> features, VoteSums& sums) const noexcept {
    return raw_.add_weighted(features.data(), features.size(), sums.data());
  }

  // The same with weight 1 for all.
  void add_hashes(std::span<const std::uint64_t> hashes, VoteSums& sums) const noexcept {
    raw_.add_hashes(hashes.data(), hashes.size(), sums.data());
  }

  // Adds the hash of every overlapping window of `size` bytes, 1..8, with weight 1; returns the
  // number of windows. A window's hash is mix64(packed ^ mix64(seed ^ kWindowSalt)), where its
  // first byte is the lowest of `packed`.
  std::size_t add_byte_windows(std::string_view bytes, unsigned size, std::uint64_t seed,
                               VoteSums& sums) const noexcept {
    assert(size >= 1 && size <= 8 && "a window of bytes is packed into 64 bits");
    if (bytes.size() < size) return 0;
    const std::size_t windows = bytes.size() - size + 1;
    raw_.add_byte_windows(bytes.data(), windows, size, mix64(seed ^ kWindowSalt), sums.data());
    return windows;
  }

  // The same for windows of `size` UTF-16 units, 1..4, with 16 bits for each in `packed`.
  std::size_t add_utf16_windows(std::span<const char16_t> units, unsigned size, std::uint64_t seed,
                                VoteSums& sums) const noexcept {
    assert(size >= 1 && size <= 4 && "a window of units is packed into 64 bits");
    if (units.size() < size) return 0;
    const std::size_t windows = units.size() - size + 1;
    raw_.add_utf16_windows(units.data(), windows, size, mix64(seed ^ kWindowSalt), sums.data());
    return windows;
  }

  // Computes the MD5 digest of each message: its bytes 0..7, read big-endian, are `high`, 8..15 are
  // `low`.
  void md5_words(std::span<const Md5Message> messages, std::span<Hash128> digests) const noexcept {
    assert(messages.size() == digests.size() && "one digest a message");
    assert(std::ranges::all_of(messages, [](const Md5Message& m) { return m.size <= 16; }) &&
           "a message is one block");
    raw_.md5_words(messages.data(), messages.size(), digests.data());
  }

 private:
  Kernel kernel_;
  const RawKernels& raw_;
};

// Returns the kernel's loops; this machine must be able to run the kernel (base/cpu.h).
[[nodiscard]] const FingerprintKernels& fingerprint_kernels(Kernel kernel) noexcept;

}  // namespace facsim

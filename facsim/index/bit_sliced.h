// SPDX-License-Identifier: Apache-2.0
#pragma once
// Brute force, 512 keys at a time: all keys within distance k of a query, without an index.
//
// Keys are transposed into planes, one for each bit, so that one instruction works on one bit of
// several hundred keys. Suited to buckets that no mask splits and to the newest entries of an
// index; tens of thousands of keys at most. 8 bytes a key. Cost: 3 ns to add a key; a query of
// k <= 6 compares 8 to 10 keys a ns (AVX2) or twice as many (AVX-512), plus some ns for each match.
// scan() is callable from any thread unless a key is being added. The slow twin is linear_scan.h.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "facsim/base/cpu.h"
#include "facsim/index/kernels/bit_sliced_kernels.h"
#include "facsim/index/kernels/join_kernels.h"

namespace facsim {

[[nodiscard]] const BitSlicedKernels& bit_sliced_kernels(Kernel kernel) noexcept;

class BitSliced {
 public:
  explicit BitSliced(std::span<const std::uint64_t> keys = {}, Kernel kernel = best_kernel());

  void push_back(std::uint64_t key);
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  // Calls found(number, distance) for each key within max_distance (0..63), in ascending order of
  // their numbers, which count from 0.
  void scan(std::uint64_t query, int max_distance,
            const std::function<void(std::size_t, int)>& found) const;

 private:
  const BitSlicedKernels* kernels_;
  std::size_t size_ = 0;
  std::vector<std::uint64_t> planes_;
};

// Reports every pair first < second of at most 2^32 keys within max_distance (0..63), in no
// particular order.
void all_pairs_bit_sliced(std::span<const std::uint64_t> keys, int max_distance, Kernel kernel,
                          const PairListener& listener);

}  // namespace facsim

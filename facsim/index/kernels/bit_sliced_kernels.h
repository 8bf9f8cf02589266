// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counting differing bits of 512 keys at once, as tables of plain functions over pointers. A
// kernel's source sees this header only, which defines no function (partition_kernels.h says why).
//
// A block is 64 planes of 512 bits: bit i of plane b is bit b of key i. A plane exclusive-or the
// query's bit says which keys differ there; carry-save adders sum such planes up (Harley and Seal).
// After 24 to 48 planes hardly a block of random keys has one left within the distance, and the
// others are not read.

#include <cstddef>
#include <cstdint>

namespace facsim {

inline constexpr std::size_t kBlockKeys = 512;
inline constexpr std::size_t kPlaneWords = kBlockKeys / 64;
inline constexpr std::size_t kBlockWords = 64 * kPlaneWords;

// Told of every key within the distance: its number, counted through the blocks.
struct KeyListener {
  void* context = nullptr;
  void (*found)(void* context, std::size_t number, unsigned distance) = nullptr;
};

struct BitSlicedKernels {
  // All keys of the blocks within max_distance (0..63) of the query, ascending.
  void (*scan)(const std::uint64_t* planes, std::size_t blocks, std::uint64_t query,
               unsigned max_distance, const KeyListener& listener);
};

extern const BitSlicedKernels kScalarBitSliced;
#if defined(__x86_64__)
extern const BitSlicedKernels kAvx2BitSliced;
extern const BitSlicedKernels kAvx512BitSliced;
#endif

}  // namespace facsim

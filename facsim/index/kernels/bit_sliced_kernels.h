// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts the differing bits of 512 keys at once, as tables of plain functions over pointers. A
// kernel's source sees this header only, which defines no function (partition_kernels.h says why).
//
// A block is 64 planes of 512 bits: bit i of plane b is bit b of key i. The exclusive-or of a plane
// and the query's bit marks the keys that differ there; carry-save adders sum these planes (Harley
// and Seal). After 24 to 48 planes a block of random keys hardly ever has a key left within the
// distance, and the other planes are not read.

#include <cstddef>
#include <cstdint>

namespace facsim {

inline constexpr std::size_t kBlockKeys = 512;
inline constexpr std::size_t kPlaneWords = kBlockKeys / 64;
inline constexpr std::size_t kBlockWords = 64 * kPlaneWords;

// Called for every key within the distance, with its number, counted through the blocks.
struct KeyListener {
  void* context = nullptr;
  void (*found)(void* context, std::size_t number, unsigned distance) = nullptr;
};

struct BitSlicedKernels {
  // Reports all keys of the blocks within max_distance (0..63) of the query, ascending.
  void (*scan)(const std::uint64_t* planes, std::size_t blocks, std::uint64_t query,
               unsigned max_distance, const KeyListener& listener);
};

extern const BitSlicedKernels kScalarBitSliced;
#if defined(__x86_64__)
extern const BitSlicedKernels kAvx2BitSliced;
extern const BitSlicedKernels kAvx512BitSliced;
#endif

}  // namespace facsim

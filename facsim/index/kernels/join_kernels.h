// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compares keys bucket by bucket, as tables of plain functions over pointers. A kernel's source
// sees this header only, which defines no function (partition_kernels.h says why).
//
// Keys are in two columns, their low and high 32 bits. Most pairs differ in more than k of the low
// bits alone; only the few that do not are compared completely. After the end of each column
// kColumnPadding more values must be readable, with any contents.

#include <cstddef>
#include <cstdint>

namespace facsim {

inline constexpr std::size_t kColumnPadding = 16;

struct KeyColumns {
  const std::uint32_t* low = nullptr;
  const std::uint32_t* high = nullptr;
};

// Called for every pair within the distance, in no particular order.
struct PairListener {
  void* context = nullptr;
  void (*found)(void* context, std::uint32_t first, std::uint32_t second) = nullptr;
};

struct JoinKernels {
  // Reports all pairs first < second within one bucket. Bucket b has the places from ends[b - 1]
  // (`begin` for the first) to ends[b].
  void (*compare_buckets)(const KeyColumns& columns, std::size_t begin, const std::uint32_t* ends,
                          std::size_t buckets, unsigned max_distance, const PairListener& listener);
  // Reports all pairs (i, place) of probes[i] and an entry of its bucket b, which is
  // probes[i] >> shift & (buckets - 1); `buckets` is a power of two. Bucket b has the places from
  // begins[b] to begins[b + 1].
  void (*probe_buckets)(const KeyColumns& columns, const std::uint32_t* begins, std::size_t buckets,
                        unsigned shift, const std::uint64_t* probes, std::size_t count,
                        unsigned max_distance, const PairListener& listener);
};

extern const JoinKernels kScalarJoin;
#if defined(__x86_64__)
extern const JoinKernels kAvx2Join;
extern const JoinKernels kAvx512Join;
#endif

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
// The comparisons pair by pair: for every machine, and as the reference for the vector kernels.
#include <bit>

#include "facsim/index/kernels/join_kernels.h"

namespace facsim {
namespace {

bool is_close(const KeyColumns& columns, std::size_t place, std::uint32_t low, std::uint32_t high,
              unsigned max_distance) {
  const auto low_bits = static_cast<unsigned>(std::popcount(columns.low[place] ^ low));
  if (low_bits > max_distance) return false;
  return low_bits + static_cast<unsigned>(std::popcount(columns.high[place] ^ high)) <=
         max_distance;
}

void compare_buckets(const KeyColumns& columns, std::size_t first_begin, const std::uint32_t* ends,
                     std::size_t buckets, unsigned max_distance, const PairListener& listener) {
  auto begin = static_cast<std::uint32_t>(first_begin);
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    const std::uint32_t end = ends[bucket];
    for (std::uint32_t second = begin + 1; second < end; ++second) {
      const std::uint32_t low = columns.low[second];
      const std::uint32_t high = columns.high[second];
      for (std::uint32_t first = begin; first < second; ++first) {
        if (is_close(columns, first, low, high, max_distance))
          listener.found(listener.context, first, second);
      }
    }
    begin = end;
  }
}

void probe_buckets(const KeyColumns& columns, const std::uint32_t* begins, std::size_t buckets,
                   unsigned shift, const std::uint64_t* probes, std::size_t count,
                   unsigned max_distance, const PairListener& listener) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t bucket = probes[i] >> shift & (buckets - 1);
    const auto low = static_cast<std::uint32_t>(probes[i]);
    const auto high = static_cast<std::uint32_t>(probes[i] >> 32);
    for (std::uint32_t place = begins[bucket]; place < begins[bucket + 1]; ++place) {
      if (is_close(columns, place, low, high, max_distance))
        listener.found(listener.context, static_cast<std::uint32_t>(i), place);
    }
  }
}

}  // namespace

const JoinKernels kScalarJoin = {&compare_buckets, &probe_buckets};

}  // namespace facsim

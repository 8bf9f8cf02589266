// SPDX-License-Identifier: Apache-2.0
// Compares every kernel of the comparisons and of the bit-sliced scan with a check pair by pair.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/cpu.h"
#include "facsim/index/bit_sliced.h"
#include "facsim/index/join_passes_internal.h"
#include "facsim/index/kernels/join_emulated_for_test.h"

namespace facsim {
namespace {

using NumberPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::vector<const JoinKernels*> all_join_kernels() {
  std::vector<const JoinKernels*> kernels;
  for (const std::string& name : kernel_names())
    kernels.push_back(&join_kernels(kernel_named(name)));
  if (emulated_join_kernels() != nullptr) kernels.push_back(emulated_join_kernels());
  return kernels;
}

struct Columns {
  explicit Columns(const std::vector<std::uint64_t>& keys) {
    for (const std::uint64_t key : keys) {
      low.push_back(static_cast<std::uint32_t>(key));
      high.push_back(static_cast<std::uint32_t>(key >> 32));
    }
    // Values after the end must not count, even if they are as close as possible.
    for (std::size_t i = 0; i < kColumnPadding; ++i) {
      low.push_back(keys.empty() ? 0 : low[keys.size() - 1]);
      high.push_back(keys.empty() ? 0 : high[keys.size() - 1]);
    }
  }
  [[nodiscard]] KeyColumns view() const { return {low.data(), high.data()}; }
  std::vector<std::uint32_t> low;
  std::vector<std::uint32_t> high;
};

// Keys near one centre.
std::vector<std::uint64_t> near_keys(std::size_t count, std::mt19937_64& random) {
  std::vector<std::uint64_t> keys(count);
  for (std::uint64_t& key : keys) {
    key = 0x0123456789abcdefU;
    for (auto flips = random() % 16; flips > 0; --flips) key ^= std::uint64_t{1} << random() % 64;
  }
  return keys;
}

PairListener listener_to(NumberPairs& pairs) {
  return {&pairs, [](void* to, std::uint32_t first, std::uint32_t second) {
            static_cast<NumberPairs*>(to)->emplace_back(first, second);
          }};
}

RC_GTEST_PROP(JoinKernels, CompareBucketsAsPairByPair, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  const auto max_distance = *rc::gen::inRange(0U, 13U);
  const auto size_max = *rc::gen::element<std::uint32_t>(3, 20, 150);
  const std::uint32_t begin = static_cast<std::uint32_t>(random() % 9);
  std::vector<std::uint32_t> ends;
  for (std::uint32_t end = begin; ends.size() < 12; ends.push_back(end))
    end += static_cast<std::uint32_t>(random() % (size_max + 1));
  const std::vector<std::uint64_t> keys = near_keys(ends.back(), random);
  NumberPairs wanted;
  std::uint32_t first_of_bucket = begin;
  for (const std::uint32_t end : ends) {
    for (std::uint32_t i = first_of_bucket; i < end; ++i) {
      for (std::uint32_t j = i + 1; j < end; ++j) {
        if (static_cast<unsigned>(std::popcount(keys[i] ^ keys[j])) <= max_distance)
          wanted.emplace_back(i, j);
      }
    }
    first_of_bucket = end;
  }
  const Columns columns(keys);
  for (const JoinKernels* kernels : all_join_kernels()) {
    NumberPairs found;
    kernels->compare_buckets(columns.view(), begin, ends.data(), ends.size(), max_distance,
                             listener_to(found));
    std::sort(found.begin(), found.end());
    RC_ASSERT(found == wanted);
  }
}

RC_GTEST_PROP(JoinKernels, ProbeBucketsAsPairByPair, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  const auto max_distance = *rc::gen::inRange(0U, 13U);
  const auto bits = *rc::gen::inRange(0U, 6U);
  const unsigned shift = bits == 0 ? 0 : 64 - bits;
  const auto bucket_of = [&](std::uint64_t key) { return bits == 0 ? 0 : key >> shift; };
  std::vector<std::uint64_t> keys = near_keys(random() % 200, random);
  std::sort(keys.begin(), keys.end());
  const std::vector<std::uint64_t> probes = near_keys(random() % 50, random);
  std::vector<std::uint32_t> begins;
  for (std::uint64_t bucket = 0; bucket <= std::uint64_t{1} << bits; ++bucket) {
    begins.push_back(static_cast<std::uint32_t>(std::count_if(
        keys.begin(), keys.end(), [&](std::uint64_t key) { return bucket_of(key) < bucket; })));
  }
  NumberPairs wanted;
  for (std::uint32_t i = 0; i < probes.size(); ++i) {
    for (std::uint32_t j = 0; j < keys.size(); ++j) {
      if (bucket_of(probes[i]) == bucket_of(keys[j]) &&
          static_cast<unsigned>(std::popcount(probes[i] ^ keys[j])) <= max_distance)
        wanted.emplace_back(i, j);
    }
  }
  const Columns columns(keys);
  for (const JoinKernels* kernels : all_join_kernels()) {
    NumberPairs found;
    kernels->probe_buckets(columns.view(), begins.data(), begins.size() - 1, shift, probes.data(),
                           probes.size(), max_distance, listener_to(found));
    std::sort(found.begin(), found.end());
    RC_ASSERT(found == wanted);
  }
}

RC_GTEST_PROP(BitSlicedKernels, GiveTheSameInTheSameOrder, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  const auto max_distance = *rc::gen::inRange(0U, 64U);
  std::vector<std::uint64_t> planes(3 * kBlockWords);
  // A quarter of the bits are set.
  const auto sparse = [&random] {
    const std::uint64_t half = random();
    return half & random();
  };
  for (std::uint64_t& word : planes) word = sparse();
  const std::uint64_t query = sparse();
  std::vector<const BitSlicedKernels*> all;
  for (const std::string& name : kernel_names())
    all.push_back(&bit_sliced_kernels(kernel_named(name)));
  if (emulated_bit_sliced_kernels() != nullptr) all.push_back(emulated_bit_sliced_kernels());
  using Found = std::vector<std::pair<std::size_t, unsigned>>;
  Found wanted;
  for (std::size_t key = 0; key < 3 * kBlockKeys; ++key) {
    unsigned distance = 0;
    for (std::size_t bit = 0; bit < 64; ++bit) {
      const std::uint64_t word =
          planes[key / kBlockKeys * kBlockWords + bit * kPlaneWords + key % kBlockKeys / 64];
      distance += static_cast<unsigned>((word >> key % 64 ^ query >> bit) & 1U);
    }
    if (distance <= max_distance) wanted.emplace_back(key, distance);
  }
  for (const BitSlicedKernels* kernels : all) {
    Found found;
    const KeyListener listener{&found, [](void* to, std::size_t number, unsigned distance) {
                                 static_cast<Found*>(to)->emplace_back(number, distance);
                               }};
    kernels->scan(planes.data(), 3, query, max_distance, listener);
    RC_ASSERT(found == wanted);
  }
}

}  // namespace
}  // namespace facsim

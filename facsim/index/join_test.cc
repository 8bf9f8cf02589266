// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/join.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <random>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/index/linear_scan.h"
#include "facsim/index/threads_for_test.h"

namespace facsim {
namespace {

using Prints = std::vector<std::uint64_t>;

enum PrintKind { uniform, identical, clusters, correlated, narrow, heap, kKinds };

// Fingerprints as they occur: some equal, in clusters, with correlated bits, of ten bits only, with
// one crowded place.
Prints some_prints(std::size_t count, int kind, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto flip = [&](std::uint64_t print, std::uint64_t most) {
    for (auto flips = random() % (most + 1); flips > 0; --flips)
      print ^= std::uint64_t{1} << random() % 64;
    return print;
  };
  Prints prints;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t print = random();
    if (i > 0 && random() % 10 == 0) print = flip(prints[random() % i], 6);
    if (kind == identical && i > 0 && random() % 10 == 0) print = prints[random() % i];
    if (kind == identical && random() % 10 == 0) print = 0;
    if (kind == clusters && i > 4) print = flip(prints[random() % 5], 12);
    if (kind == correlated) print = (print & 0xffffffffU) * 0x100000001U ^ (print >> 60);
    if (kind == narrow) print &= 0x3ff;
    if (kind == heap && random() % 4 != 0) print = 0xabcdef0000000000U | (print >> 44);
    prints.push_back(print);
  }
  return prints;
}

std::vector<ClosePair> linearly(const Prints& prints, int max_distance) {
  std::vector<ClosePair> pairs;
  for (const NearPair& pair : linear_join(prints, max_distance))
    pairs.push_back({pair.first, pair.second, pair.distance});
  return pairs;
}

std::vector<ClosePair> joined(const Prints& prints, const JoinOptions& options,
                              Executor& executor) {
  std::vector<ClosePair> pairs;
  join(prints, options, executor, [&](std::span<const ClosePair> some) {
    pairs.insert(pairs.end(), some.begin(), some.end());
  });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::vector<ClosePair> joined(const Prints& prints, const JoinOptions& options) {
  SerialExecutor executor;
  return joined(prints, options, executor);
}

// Adds in three calls; scratch files are used from the first call that does not fit on.
std::vector<ClosePair> joined_in_pieces(const Prints& prints, const JoinOptions& options,
                                        bool must_spill) {
  MemoryScratch scratch;
  ThreadExecutor executor(2);
  JoinBuilder builder(options, scratch);
  const std::span<const std::uint64_t> all(prints);
  builder.add(all.first(prints.size() / 3));
  builder.add({});
  builder.add(all.subspan(prints.size() / 3));
  EXPECT_EQ(builder.size(), prints.size());
  EXPECT_EQ(builder.spilled(), must_spill);
  std::vector<ClosePair> pairs;
  builder.run(executor, [&](std::span<const ClosePair> some) {
    pairs.insert(pairs.end(), some.begin(), some.end());
  });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// The lowest number that each fingerprint is connected to.
std::vector<std::uint64_t> components(std::size_t count, const std::vector<ClosePair>& pairs) {
  std::vector<std::uint64_t> lowest(count);
  std::iota(lowest.begin(), lowest.end(), 0U);
  for (bool changed = true; changed;) {
    changed = false;
    for (const ClosePair& pair : pairs) {
      const std::uint64_t low = std::min(lowest[pair.first], lowest[pair.second]);
      changed |= lowest[pair.first] != low || lowest[pair.second] != low;
      lowest[pair.first] = lowest[pair.second] = low;
    }
  }
  return lowest;
}

RC_GTEST_PROP(Join, FindsWhatTheLinearJoinFinds, (std::uint64_t seed)) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 2'000);
  const int kind = *rc::gen::inRange(0, static_cast<int>(kKinds));
  const int max_distance = *rc::gen::inRange(0, 13);
  const Prints prints = some_prints(count, kind, seed);
  const std::vector<ClosePair> wanted = linearly(prints, max_distance);
  for (const std::string& name : kernel_names()) {
    // The small parts and buckets make masks worthwhile, and crowded buckets are split.
    for (const std::size_t part_keys : {std::size_t{32768}, std::size_t{512}}) {
      RC_ASSERT(joined(prints, {.max_distance = max_distance,
                                .kernel = kernel_named(name),
                                .part_keys = part_keys}) == wanted);
    }
  }
}

RC_GTEST_PROP(Join, UnderGivenMasksAndByThreadsIsTheSame, (std::uint64_t seed)) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 2'000);
  const Prints prints = some_prints(count, *rc::gen::inRange(0, static_cast<int>(kKinds)), seed);
  const std::vector<ClosePair> wanted = linearly(prints, 3);
  ThreadExecutor threads(3);
  JoinOptions options{.max_distance = 3, .part_keys = 128};
  options.masks = {0xffff, 0xffff0000, 0xffff00000000, 0xffff000000000000};
  RC_ASSERT(joined(prints, options, threads) == wanted);
  options.masks = {0xffff000000000000, 0xffff00000000, 0xffff0000, 0xffff};
  RC_ASSERT(joined(prints, options, threads) == wanted);
}

RC_GTEST_PROP(Join, ConnectsTheSameComponents, (std::uint64_t seed)) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 1'500);
  const Prints prints = some_prints(count, *rc::gen::inRange(0, static_cast<int>(kKinds)), seed);
  const std::vector<ClosePair> all = linearly(prints, 4);
  const std::vector<ClosePair> edges =
      joined(prints, {.max_distance = 4, .wanted = PairsWanted::components, .part_keys = 512});
  RC_ASSERT(components(count, edges) == components(count, all));
  RC_ASSERT(std::includes(all.begin(), all.end(), edges.begin(), edges.end()));
  RC_ASSERT(edges.size() <= count);  // a forest: fewer than the fingerprints
}

void check_over_scratch_files(const Prints& prints, int max_distance) {
  JoinOptions options{.max_distance = max_distance, .memory_bytes_max = 240'000};
  RC_ASSERT(joined_in_pieces(prints, options, true) ==
            joined(prints, {.max_distance = max_distance}));
  options.wanted = PairsWanted::components;
  RC_ASSERT(components(prints.size(), joined_in_pieces(prints, options, true)) ==
            components(prints.size(), joined(prints, options)));
}

RC_GTEST_PROP(JoinBuilder, FindsTheSameOverScratchFiles, (std::uint64_t seed)) {
  const auto count = *rc::gen::inRange<std::size_t>(6'100, 7'000);
  const int kind = *rc::gen::element<int>(uniform, identical, clusters, correlated, heap);
  check_over_scratch_files(some_prints(count, kind, seed), *rc::gen::inRange(0, 6));
}

// With ten bits only, each of the thousand keys has several holders.
TEST(JoinBuilder, ReadsTheHoldersOfManyPairsBack) {
  const Prints prints = some_prints(6'500, narrow, 1);
  EXPECT_EQ(joined_in_pieces(prints, {.max_distance = 1, .memory_bytes_max = 240'000}, true),
            linearly(prints, 1));
}

TEST(JoinBuilder, PartsPiecesThatDoNotFit) {
  // Most of the fingerprints share three quarters of their bits: no mask separates all of them.
  std::mt19937_64 random(11);
  Prints prints(60'000);
  for (std::uint64_t& print : prints)
    print = random() % 8 == 0 ? random() : 0x1357000000000000U | (random() >> 40);
  const JoinOptions options{.max_distance = 2, .memory_bytes_max = 300'000};
  EXPECT_EQ(joined_in_pieces(prints, options, true), joined(prints, {.max_distance = 2}));
}

TEST(JoinBuilder, StaysInMemoryWhereItCan) {
  const Prints prints = some_prints(5'000, identical, 3);
  const std::vector<ClosePair> wanted = linearly(prints, 3);
  EXPECT_EQ(joined_in_pieces(prints, {.max_distance = 3}, false), wanted);
  EXPECT_EQ(joined_in_pieces({}, {.max_distance = 3}, false), (std::vector<ClosePair>{}));
}

TEST(Join, OfNoneOrOneFindsNothing) {
  for (int k = 0; k <= 12; ++k) {
    EXPECT_TRUE(joined({}, {.max_distance = k}).empty());
    EXPECT_TRUE(joined({42}, {.max_distance = k}).empty());
    EXPECT_EQ(joined({42, 42}, {.max_distance = k}), (std::vector<ClosePair>{{0, 1, 0}}));
  }
}

TEST(Join, RefusesDistancesThatNoMasksServe) {
  EXPECT_THROW(joined({1}, {.max_distance = 13}), Error);
  EXPECT_THROW(joined({}, {.max_distance = -1}), Error);
  MemoryScratch scratch;
  EXPECT_THROW(JoinBuilder({.max_distance = 13}, scratch), Error);
}

// The cost of all pairs of a crowded bucket must not be paid if its keys differ in other bits.
TEST(Join, SplitsAHundredThousandEqualPrefixes) {
  std::mt19937_64 random(5);
  Prints prints(100'000);
  for (std::uint64_t& print : prints) print = 0xfedcba9800000000U | (random() >> 32);
  prints[77] = prints[99'000] ^ 0x80000001U;
  prints[78] = prints[98'000] ^ 0x8000000000000001U;
  const std::vector<ClosePair> pairs = joined(prints, {.max_distance = 3});
  const auto contains = [&](std::uint64_t a, std::uint64_t b, int distance) {
    return std::binary_search(pairs.begin(), pairs.end(), ClosePair{a, b, distance});
  };
  EXPECT_TRUE(contains(77, 99'000, 2));
  EXPECT_TRUE(contains(78, 98'000, 2));
  // Compares a sample with brute force.
  std::size_t of_sample = 0;
  for (const ClosePair& pair : pairs) of_sample += pair.first < 300 ? 1 : 0;
  std::size_t wanted = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    for (const NearEntry& entry : linear_scan(prints, prints[i], 3))
      wanted += entry.number > i ? 1 : 0;
  }
  EXPECT_EQ(of_sample, wanted);
}

TEST(Join, OfALargeArrayByThreadsAndSerially) {
  const Prints prints = some_prints(600'000, uniform, 9);
  ThreadExecutor threads(2);
  for (const int k : {3, 6}) {
    const std::vector<ClosePair> pairs = joined(prints, {.max_distance = k});
    EXPECT_GT(pairs.size(), 20'000U);
    EXPECT_EQ(joined(prints, {.max_distance = k}, threads), pairs);
    EXPECT_TRUE(std::adjacent_find(pairs.begin(), pairs.end()) == pairs.end());
    for (std::uint64_t i = 0; i < 2'000; i += 20) {
      std::vector<NearEntry> found;
      for (const ClosePair& pair : pairs) {
        if (pair.first == i) found.push_back({pair.second, pair.distance});
      }
      std::vector<NearEntry> wanted = linear_scan(prints, prints[i], k);
      std::erase_if(wanted, [&](const NearEntry& entry) { return entry.number <= i; });
      EXPECT_EQ(found, wanted);
    }
  }
}

}  // namespace
}  // namespace facsim

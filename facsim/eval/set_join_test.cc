// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/set_join.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/run/thread_executor.h"
#include "facsim/verify/overlap.h"

namespace facsim {
namespace {

using Collection = std::vector<std::vector<std::uint64_t>>;

std::vector<JoinedPair> joined(const Collection& sets, double floor, int threads = 1,
                               std::uint64_t memory = std::uint64_t{1} << 30) {
  std::vector<std::uint32_t> sizes;
  for (const auto& set : sets) sizes.push_back(static_cast<std::uint32_t>(set.size()));
  ThreadExecutor executor(threads);
  return join_sets(
      sizes, [&](std::uint32_t number, std::vector<std::uint64_t>& set) { set = sets[number]; },
      {.min_resemblance = floor, .memory_bytes_max = memory, .progress = {}}, executor);
}

// Counts every pair in full.
std::vector<JoinedPair> slowly(const Collection& sets, double floor) {
  std::vector<JoinedPair> pairs;
  for (std::uint32_t i = 0; i < sets.size(); ++i) {
    for (std::uint32_t j = i + 1; j < sets.size(); ++j) {
      const Overlap both = overlap(sets[i], sets[j]);
      if (both.shared > 0 && both.resemblance() >= floor) {
        pairs.push_back({i, j, static_cast<std::uint32_t>(both.shared)});
      }
    }
  }
  return pairs;
}

// Few different elements, so that some pair is exactly at each floor.
Collection crowded(std::uint32_t count, std::uint32_t elements, std::uint64_t seed) {
  Collection sets(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::set<std::uint64_t> set;
    const std::uint64_t size = combine(seed, i) % (elements + 1);
    for (std::uint64_t j = 0; j < size; ++j) {
      set.insert(mix64(combine(combine(seed, i), j) % elements + 1));
    }
    sets[i].assign(set.begin(), set.end());
  }
  return sets;
}

TEST(EvalJoin, NothingAmongNoSetsOneSetAndEmptySets) {
  EXPECT_TRUE(joined({}, 0.5).empty());
  EXPECT_TRUE(joined({{1, 2, 3}}, 0.5).empty());
  EXPECT_TRUE(joined({{}, {}, {7}}, 0.5).empty());
}

TEST(EvalJoin, APairExactlyAtTheFloorBelongs) {
  // 4 of 5, 1 of 2: the shares that have no exact double.
  EXPECT_EQ(joined({{1, 2, 3, 4}, {1, 2, 3, 4, 5}}, 0.8), (std::vector<JoinedPair>{{0, 1, 4}}));
  EXPECT_EQ(joined({{1, 2}, {1, 2, 3, 4}}, 0.5), (std::vector<JoinedPair>{{0, 1, 2}}));
  EXPECT_TRUE(joined({{1, 2}, {1, 2, 3, 4}}, 0.51).empty());
  EXPECT_EQ(joined({{1, 2}, {1, 2}}, 1), (std::vector<JoinedPair>{{0, 1, 2}}));
}

RC_GTEST_PROP(EvalJoin, EqualsAllPairs, ()) {
  const auto count = *rc::gen::inRange<std::uint32_t>(0, 40);
  const auto elements = *rc::gen::inRange<std::uint32_t>(1, 60);
  const double floor = *rc::gen::element(0.05, 0.3, 0.5, 2.0 / 3, 0.75, 0.8, 0.9, 1.0);
  const Collection sets = crowded(count, elements, *rc::gen::arbitrary<std::uint64_t>());
  RC_ASSERT(joined(sets, floor) == slowly(sets, floor));
}

// Versions of pages that all contain one licence, as in real corpora.
TEST(EvalJoin, EqualsAllPairsOnVersionsThatShareBoilerplate) {
  Collection sets;
  for (std::uint64_t page = 0; page < 300; ++page) {
    std::set<std::uint64_t> set;
    for (std::uint64_t i = 0; i < 150; ++i) set.insert(mix64(i + 1));
    const std::uint64_t family = page / 10;
    for (std::uint64_t i = 0; i < 100 + family * 7; ++i) {
      const bool edited = combine(page, i) % 100 < page % 10 * 4;
      set.insert(edited ? combine(page, i) : combine(family, i));
    }
    sets.emplace_back(set.begin(), set.end());
  }
  for (const double floor : {0.3, 0.5, 0.8, 0.95}) {
    const auto expected = slowly(sets, floor);
    EXPECT_GT(expected.size(), 20U);
    EXPECT_EQ(joined(sets, floor), expected);
    EXPECT_EQ(joined(sets, floor, 4), expected);
  }
}

TEST(EvalJoin, SaysWhatWouldHelpWhereItDoesNotFit) {
  const Collection sets(200, std::vector<std::uint64_t>{1, 2, 3});
  try {
    (void)joined(sets, 0.5, 2, 20'000);
    FAIL() << "19,900 pairs fit into 20,000 bytes";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), testing::HasSubstr("raise resemblance_floor"));
  }
  try {
    (void)joined(sets, 0.5, 1, 1'000);
    FAIL() << "600 elements fit into 1,000 bytes";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("raise memory"));
  }
  EXPECT_THROW((void)joined(sets, 0), Error);
  EXPECT_THROW((void)joined(sets, 1.5), Error);
}

TEST(EvalJoin, StopsWhenItsProgressThrows) {
  const Collection sets(200, std::vector<std::uint64_t>{1, 2, 3});
  std::vector<std::uint32_t> sizes(sets.size(), 3);
  ThreadExecutor executor(2);
  const auto read = [&](std::uint32_t number, std::vector<std::uint64_t>& set) {
    set = sets[number];
  };
  const SetJoinOptions options{.min_resemblance = 0.5, .progress = [](std::uint64_t) {
                                 throw Error(ErrorCode::cancelled, "stopped");
                               }};
  EXPECT_THROW((void)join_sets(sizes, read, options, executor), Error);
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
// Compares the pairs and their order with linear_join().
#include "facsim/index/ordered_join.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/index/linear_scan.h"
#include "facsim/index/threads_for_test.h"

namespace facsim {
namespace {

using Prints = std::vector<std::uint64_t>;
using ClosePairs = std::vector<ClosePair>;

// Families that differ in few bits, many of them equal, some in one crowd.
Prints crowded_prints(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Prints prints;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t print = random();
    if (i > 0 && random() % 2 == 0) print = prints[random() % i];
    if (random() % 3 == 0) print ^= std::uint64_t{1} << random() % 64;
    if (random() % 8 == 0) print = 7;
    prints.push_back(print);
  }
  return prints;
}

// The slow twin.
ClosePairs linearly_in_order(const Prints& prints, int max_distance, std::uint64_t limit = 0) {
  ClosePairs all;
  for (const NearPair& pair : linear_join(prints, max_distance)) {
    all.push_back({pair.first, pair.second, pair.distance});
  }
  std::sort(all.begin(), all.end());
  if (limit == 0) return all;
  ClosePairs some;
  for (auto begin = all.begin(); begin != all.end();) {
    const auto end = std::find_if(
        begin, all.end(), [&](const ClosePair& pair) { return pair.first != begin->first; });
    ClosePairs of_one(begin, end);
    std::stable_sort(of_one.begin(), of_one.end(), [](const ClosePair& a, const ClosePair& b) {
      return a.distance < b.distance;
    });
    if (of_one.size() > limit) of_one.resize(limit);
    some.insert(some.end(), of_one.begin(), of_one.end());
    begin = end;
  }
  std::sort(some.begin(), some.end());
  return some;
}

struct Result {
  ClosePairs pairs;
  OrderedJoin::Outcome outcome;
};

Result joined_in_order(const Prints& prints, const OrderedJoinOptions& options,
                       Executor& executor) {
  MemoryScratch scratch;
  OrderedJoin join(options, scratch);
  join.add(std::span(prints).first(prints.size() / 3));
  join.add(std::span(prints).subspan(prints.size() / 3));
  Result result;
  result.outcome = join.run(executor, [&](const ClosePair& pair) { result.pairs.push_back(pair); });
  return result;
}

Result joined_in_order(const Prints& prints, const OrderedJoinOptions& options) {
  SerialExecutor executor;
  return joined_in_order(prints, options, executor);
}

RC_GTEST_PROP(OrderedJoin, GivesWhatALoopGivesInItsOrder, (std::uint64_t seed)) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 400);
  const Prints prints = crowded_prints(count, seed);
  OrderedJoinOptions options{.max_distance = *rc::gen::inRange(0, 5)};
  options.limit = *rc::gen::element<std::uint64_t>(0, 1, 2, 7, 1'000);
  // With 1, everything is processed in passes, finally of one entry each.
  options.pairs_at_once = *rc::gen::element<std::uint64_t>(0, 1, 10, 100);
  options.memory_bytes = *rc::gen::element<std::uint64_t>(1, 1U << 20);
  const Result result = joined_in_order(prints, options);
  RC_ASSERT(result.pairs == linearly_in_order(prints, options.max_distance, options.limit));
}

TEST(OrderedJoin, NeitherScratchNorThreadsNorPassesChangeTheOrder) {
  const Prints prints = crowded_prints(4'300, 2);
  const ClosePairs wanted = linearly_in_order(prints, 3);
  const ClosePairs nearest = linearly_in_order(prints, 3, 5);
  ASSERT_GT(wanted.size(), 100'000U);
  ThreadExecutor threads(3);
  for (const std::uint64_t memory : {std::uint64_t{1} << 30, std::uint64_t{200'000}}) {
    for (const std::uint64_t at_once : {std::uint64_t{0}, std::uint64_t{2'000}}) {
      OrderedJoinOptions options;
      options.memory_bytes = memory;
      options.pairs_at_once = at_once;
      const Result result = joined_in_order(prints, options, threads);
      EXPECT_EQ(result.pairs, wanted) << memory << " " << at_once;
      EXPECT_EQ(result.outcome.passes > 2, at_once > 0) << result.outcome.passes;
      options.limit = 5;
      EXPECT_EQ(joined_in_order(prints, options, threads).pairs, nearest)
          << memory << " " << at_once;
    }
  }
}

TEST(OrderedJoin, CountsWhatTheLimitCuts) {
  const Prints equal(6, 42);
  const Result result = joined_in_order(equal, {.limit = 2});
  // The first three entries have more than two later ones.
  EXPECT_EQ(result.outcome.truncated, 3U);
  EXPECT_EQ(result.pairs, (ClosePairs{{0, 1, 0},
                                      {0, 2, 0},
                                      {1, 2, 0},
                                      {1, 3, 0},
                                      {2, 3, 0},
                                      {2, 4, 0},
                                      {3, 4, 0},
                                      {3, 5, 0},
                                      {4, 5, 0}}));
  EXPECT_EQ(joined_in_order(equal, {.limit = 5}).outcome.truncated, 0U);
  EXPECT_EQ(joined_in_order(equal, {.limit = 4}).outcome.truncated, 1U);
}

TEST(OrderedJoin, OfEquallyNearOnesTheFirstCount) {
  //                     0  1  2  3  4  5
  const Prints prints = {0, 3, 1, 2, 0, 7};
  const Result result = joined_in_order(prints, {.max_distance = 3, .limit = 2});
  EXPECT_EQ(result.pairs, (ClosePairs{{0, 2, 1},
                                      {0, 4, 0},
                                      {1, 2, 1},
                                      {1, 3, 1},
                                      {2, 3, 2},
                                      {2, 4, 1},
                                      {3, 4, 1},
                                      {3, 5, 2},
                                      {4, 5, 3}}));
}

TEST(OrderedJoin, TellsOfCrowdsBeforeTheFirstPair) {
  Prints prints = {9, 9, 9};
  prints.resize(23, 5);
  prints.push_back(0xff00);
  for (const std::uint64_t at_once : {0U, 1U}) {
    bool told = false;
    MemoryScratch scratch;
    OrderedJoinOptions options{.crowd_entries = 10, .crowds_most = 2};
    options.pairs_at_once = at_once;
    options.on_crowds = [&](const OrderedPairs::Crowds& crowds) {
      told = true;
      EXPECT_EQ(crowds.count, 1U);
      ASSERT_EQ(crowds.largest.size(), 2U);
      EXPECT_EQ(crowds.largest[0].leader, 3U);
      EXPECT_EQ(crowds.largest[0].entries, 20U);
      EXPECT_EQ(crowds.largest[0].pairs(), 190U);
      EXPECT_EQ(crowds.largest[1].pairs(), 3U);
    };
    OrderedJoin join(options, scratch);
    join.add(prints);
    SerialExecutor executor;
    (void)join.run(executor, [&](const ClosePair&) { ASSERT_TRUE(told); });
    EXPECT_TRUE(told);
  }
  OrderedJoinOptions options;
  options.on_crowds = [](const auto&) { FAIL() << "all are different"; };
  EXPECT_EQ(joined_in_order({1, 2, 3}, options).pairs.size(), 3U);
}

// A crowd costs as much as its entries; its 20 G pairs would cost too much.
TEST(OrderedJoin, ACrowdIsNeverWrittenOut) {
  MemoryScratch scratch;
  OrderedJoinOptions options;
  options.memory_bytes = 1 << 22;
  options.limit = 3;
  OrderedJoin join(options, scratch);
  constexpr std::uint64_t kMany = 200'000;
  join.add(Prints(kMany, 77));
  SerialExecutor executor;
  std::uint64_t count = 0;
  const OrderedJoin::Outcome outcome = join.run(executor, [&](const ClosePair& pair) {
    if (count < 3 * (kMany - 3)) {
      ASSERT_EQ(pair.first, count / 3);
      ASSERT_EQ(pair.second, count / 3 + 1 + count % 3);
    }
    ++count;
  });
  EXPECT_EQ(count, 3 * (kMany - 3) + 2 + 1);
  EXPECT_EQ(outcome.truncated, kMany - 4);
  // The same without a limit, until the visitor stops it.
  options.limit = 0;
  OrderedJoin all(options, scratch);
  all.add(Prints(kMany, 77));
  struct Enough {};
  count = 0;
  EXPECT_THROW(all.run(executor,
                       [&](const ClosePair& pair) {
                         ASSERT_EQ(pair.second, ++count);
                         if (count == kMany - 1) throw Enough{};
                       }),
               Enough);
}

TEST(OrderedJoin, RefusesWhatJoinRefusesAndEndsWhereTheCheckThrows) {
  MemoryScratch scratch;
  EXPECT_THROW(OrderedJoin({.max_distance = 13}, scratch), Error);
  OrderedJoinOptions options;
  options.check = [] { throw Error{ErrorCode::cancelled, "stopped"}; };
  EXPECT_THROW((void)joined_in_order({1, 1, 1}, options), Error);
  EXPECT_TRUE(joined_in_order({}, {}).pairs.empty());
  EXPECT_TRUE(joined_in_order({5}, {}).pairs.empty());
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/check_history.h"

#include <gtest/gtest.h>

#include <chrono>

namespace facsim {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

const CheckHistory::Time kBegun{std::chrono::hours{100}};

CheckCounts counts_of(std::uint64_t exact, std::uint64_t none = 0) {
  CheckCounts counts{};
  counts[0] = exact;
  counts[4] = none;
  return counts;
}

std::uint64_t sum_of(const CheckHistory::Minutes& found) {
  std::uint64_t sum = 0;
  for (const CheckCounts& each : found.counts) sum += each[0];
  return sum;
}

TEST(CheckHistory, BeginsWithTheMinuteUnderWay) {
  const CheckHistory history(kBegun);
  const auto found = history.last(1440, kBegun + seconds{7});
  EXPECT_EQ(found.first, 0U);
  ASSERT_EQ(found.counts.size(), 1U);
  EXPECT_EQ(found.counts[0], CheckCounts{});
  EXPECT_EQ(found.age, seconds{7});
}

TEST(CheckHistory, GrowthFallsIntoTheMinuteInWhichItWasSeen) {
  CheckHistory history(kBegun);
  history.look(kBegun + seconds{1}, counts_of(2));
  history.look(kBegun + seconds{59}, counts_of(5, 1));
  history.look(kBegun + seconds{60}, counts_of(9, 1));
  history.look(kBegun + seconds{200}, counts_of(10, 4));
  const auto found = history.last(1440, kBegun + seconds{201});
  ASSERT_EQ(found.counts.size(), 4U);
  EXPECT_EQ(found.counts[0], counts_of(5, 1));
  EXPECT_EQ(found.counts[1], counts_of(4, 0));
  EXPECT_EQ(found.counts[2], CheckCounts{}) << "nobody looked";
  EXPECT_EQ(found.counts[3], counts_of(1, 3));
  EXPECT_EQ(found.totals, counts_of(10, 4));
  const auto last = history.last(2, kBegun + seconds{201});
  EXPECT_EQ(last.first, 2U);
  EXPECT_EQ(last.counts.size(), 2U);
  EXPECT_EQ(last.age, seconds{81});
}

TEST(CheckHistory, ClocksAndTotalsThatGoBackCountNothingTwice) {
  CheckHistory history(kBegun);
  history.look(kBegun + minutes{3}, counts_of(8));
  history.look(kBegun - minutes{1}, counts_of(7));
  history.look(kBegun + minutes{1}, counts_of(9));
  const auto found = history.last(1440, kBegun);
  EXPECT_EQ(found.counts.size(), 4U);
  EXPECT_EQ(found.counts.back(), counts_of(9));
  EXPECT_EQ(sum_of(found), 9U);
}

TEST(CheckHistory, KeepsADayAndNoMore) {
  CheckHistory history(kBegun);
  for (std::uint64_t minute = 0; minute < 3000; ++minute) {
    history.look(kBegun + minutes{minute}, counts_of(minute + 1));
  }
  const auto found = history.last(100'000, kBegun + minutes{3000});
  ASSERT_EQ(found.counts.size(), CheckHistory::kMinutesMax);
  EXPECT_EQ(found.first, 3000 - CheckHistory::kMinutesMax);
  EXPECT_EQ(sum_of(found), CheckHistory::kMinutesMax);
  history.look(kBegun + minutes{3000 + 10'000}, counts_of(3001));
  EXPECT_EQ(sum_of(history.last(100'000, kBegun)), 1U) << "what is older than a day is gone";
}

}  // namespace
}  // namespace facsim

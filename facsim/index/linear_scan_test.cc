// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/linear_scan.h"

#include <gtest/gtest.h>

namespace facsim {
namespace {

TEST(LinearScan, FindsEntriesUpToTheDistanceInTheirOrder) {
  const std::vector<std::uint64_t> entries = {7, 0, 1, 3, 7, ~std::uint64_t{0}};
  EXPECT_EQ(linear_scan(entries, 7, 0), (std::vector<NearEntry>{{0, 0}, {4, 0}}));
  EXPECT_EQ(linear_scan(entries, 7, 1), (std::vector<NearEntry>{{0, 0}, {3, 1}, {4, 0}}));
  EXPECT_EQ(linear_scan(entries, 0, 64).back(), (NearEntry{5, 64}));
  EXPECT_TRUE(linear_scan({}, 7, 64).empty());
}

TEST(LinearJoin, FindsEachPairOnce) {
  const std::vector<std::uint64_t> entries = {7, 0, 6, 7};
  EXPECT_EQ(linear_join(entries, 1), (std::vector<NearPair>{{0, 2, 1}, {0, 3, 0}, {2, 3, 1}}));
  EXPECT_EQ(linear_join(entries, 64).size(), 6U);
  EXPECT_TRUE(linear_join(std::vector<std::uint64_t>{1}, 64).empty());
}

}  // namespace
}  // namespace facsim

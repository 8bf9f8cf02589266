// SPDX-License-Identifier: Apache-2.0
// The text that a page shares with all of several others, computed from their comparisons.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "facsim/compare.h"
#include "facsim/review/shared_text_internal.h"

namespace facsim {
namespace {

std::vector<TextPassage> compared(const std::string& first, const std::string& second) {
  Page one;
  Page other;
  one.format = other.format = PageFormat::text;
  one.bytes = first;
  other.bytes = second;
  return compare(one, other).passages;
}

TEST(SharedByAll, NothingWithNobody) {
  EXPECT_EQ(shared_by_all({}).shared, 0U);
  EXPECT_EQ(shared_by_all({}).units, 0U);
}

TEST(SharedByAll, OnlyWhatEachHas) {
  const std::string page =
      "page not found on this site today please go back to the first page of all";
  const std::vector<std::vector<TextPassage>> all = {
      compared(page, "page not found on this site today please try again later or tomorrow"),
      compared(page, "page not found on this site today please go back to where you came from"),
  };
  const SharedText shared = shared_by_all(all);
  EXPECT_EQ(shared.units, 16U);
  EXPECT_EQ(shared.shared, 8U);
  EXPECT_EQ(shared.stretches, 1U);
  EXPECT_TRUE(shared.begins);
  EXPECT_FALSE(shared.ends);
  EXPECT_EQ(shared.longest, "page not found on this site today please");
}

TEST(SharedByAll, AllOfEqualPages) {
  const std::string page = "one two three four five six seven eight nine ten";
  const std::vector<std::vector<TextPassage>> all(3, compared(page, page));
  const SharedText shared = shared_by_all(all);
  EXPECT_EQ(shared.shared, 10U);
  EXPECT_TRUE(shared.begins && shared.ends);
  EXPECT_EQ(shared.longest, page);
}

TEST(SharedByAll, NothingWhereEachSharesAnotherPart) {
  const std::string page = "one two three four five six alpha beta gamma delta epsilon zeta";
  const std::vector<std::vector<TextPassage>> all = {
      compared(page, "one two three four five six and what follows is only here"),
      compared(page, "here something else begins alpha beta gamma delta epsilon zeta"),
  };
  EXPECT_EQ(shared_by_all(all).shared, 0U);
}

TEST(IsGiant, AThousandPagesOrATenth) {
  ReviewCluster cluster;
  cluster.size = 999;
  EXPECT_FALSE(is_giant(cluster, 1'000'000));
  EXPECT_TRUE(is_giant(cluster, 9'990));
  cluster.size = 1000;
  EXPECT_TRUE(is_giant(cluster, 1'000'000));
  cluster.size = 99;
  EXPECT_FALSE(is_giant(cluster, 99));
}

TEST(SampleOf, IsSpreadOverTheMembers) {
  ReviewCluster cluster;
  EXPECT_TRUE(sample_of(cluster).empty());
  cluster.members.resize(50);
  for (std::size_t i = 0; i < 50; ++i) cluster.members[i].page.id = std::to_string(i);
  const std::vector<PageName> sample = sample_of(cluster);
  ASSERT_EQ(sample.size(), 8U);
  EXPECT_EQ(sample.front().id, "0");
  EXPECT_EQ(sample.back().id, "43");
}

}  // namespace
}  // namespace facsim

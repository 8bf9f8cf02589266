// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/segment_tiers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace facsim {
namespace {

TEST(SegmentTiers, ASegmentIsMergedUntilTheOneBeforeIsThreeTimesAsLarge) {
  const auto first = [](std::vector<std::uint64_t> sizes) { return first_to_merge(sizes); };
  EXPECT_EQ(first({}), 0U);
  EXPECT_EQ(first({5}), 0U);
  EXPECT_EQ(first({768, 1}), 1U);
  EXPECT_EQ(first({767, 1}), 0U);
  EXPECT_EQ(first({3000, 1000}), 1U);
  EXPECT_EQ(first({2999, 1000}), 0U);
  // Merged, they are too large for the one before them.
  EXPECT_EQ(first({5999, 1500, 501}), 0U);
  EXPECT_EQ(first({6003, 1500, 501}), 1U);
  // Segments left by facsim index add.
  EXPECT_EQ(first({1000, 1000, 1000, 1}), 0U);
  // One segment was emptied by deletions.
  EXPECT_EQ(first({100'000, 0, 10'000, 1}), 1U);
}

TEST(SegmentTiers, AtRestASegmentIsMergedUntilTheOneBeforeIsManyTimesAsLarge) {
  const auto first = [](std::vector<std::uint64_t> sizes) { return first_to_merge_at_rest(sizes); };
  EXPECT_EQ(first({}), 0U);
  EXPECT_EQ(first({5}), 0U);
  EXPECT_EQ(first({8192, 1}), 0U);
  EXPECT_EQ(first({8193, 1}), 1U);
  EXPECT_EQ(first({32'000, 1000}), 0U);
  EXPECT_EQ(first({32'001, 1000}), 1U);
  // All later segments count together.
  EXPECT_EQ(first({64'000, 1000, 1000}), 0U);
  EXPECT_EQ(first({64'001, 1000, 1000}), 1U);
  EXPECT_EQ(first({1'088'032, 33'001, 1000}), 0U);
  EXPECT_EQ(first({1'088'033, 33'001, 1000}), 2U);
  EXPECT_EQ(first({1'088'033, 32'000, 1000}), 1U);
  // One segment was emptied by deletions.
  EXPECT_EQ(first({100'000, 0, 10'000}), 0U);
}

TEST(SegmentTiers, AtRestNothingIsLeftToMergeBehindAMerge) {
  std::mt19937_64 draw(10);
  std::vector<std::uint64_t> sizes;
  std::uint64_t added = 0;
  std::uint64_t written = 0;
  while (added < 40'000'000) {
    sizes.push_back(1 + draw() % 200'000);
    added += sizes.back();
    const std::size_t first = first_to_merge_at_rest(sizes);
    std::uint64_t merged = 0;
    for (; sizes.size() > first; sizes.pop_back()) merged += sizes.back();
    sizes.push_back(merged);
    written += merged;
    ASSERT_EQ(first_to_merge_at_rest(sizes) + 1, sizes.size());
    ASSERT_LE(sizes.size(), 4U);
  }
  EXPECT_LT(written, 60 * added);
}

TEST(SegmentTiers, AMergeHasNoMoreEntriesThanItMay) {
  const std::vector<std::uint64_t> sizes = {5999, 1500, 501};
  EXPECT_EQ(first_to_merge(sizes, 8000), 0U);
  EXPECT_EQ(first_to_merge(sizes, 7999), 1U);
  EXPECT_EQ(first_to_merge(sizes, 2001), 1U);
  EXPECT_EQ(first_to_merge(sizes, 2000), 2U);
  EXPECT_EQ(first_to_merge(sizes, 0), 2U);
}

TEST(SegmentTiers, TheirNumberAndTheirCostGrowWithTheLogarithm) {
  std::mt19937_64 draw(9);
  for (const std::uint64_t batch_max : {std::uint64_t{1000}, std::uint64_t{200'000}}) {
    std::vector<std::uint64_t> sizes;
    std::uint64_t added = 0;
    std::uint64_t written = 0;
    while (added < 40'000'000) {
      sizes.push_back(1 + draw() % batch_max);
      added += sizes.back();
      const std::size_t first = first_to_merge(sizes);
      std::uint64_t merged = 0;
      for (; sizes.size() > first; sizes.pop_back()) merged += sizes.back();
      sizes.push_back(merged);
      written += merged;
      ASSERT_LE(sizes.size(), 12U);
    }
    RecordProperty("written_per_entry_" + std::to_string(batch_max),
                   std::to_string(static_cast<double>(written) / static_cast<double>(added)));
    const double tenfolds = std::log10(static_cast<double>(added) / static_cast<double>(batch_max));
    EXPECT_LT(static_cast<double>(written), static_cast<double>(added) * (2 + 5 * tenfolds));
  }
}

}  // namespace
}  // namespace facsim

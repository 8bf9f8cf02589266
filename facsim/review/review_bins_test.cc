// SPDX-License-Identifier: Apache-2.0
#include "facsim/review/review_bins_internal.h"

#include <gtest/gtest.h>

namespace facsim {
namespace {

ReviewPair pair_of(const char* page, const char* kept, double likeness,
                   PairState state = PairState::removed) {
  ReviewPair pair;
  pair.page.name.file = page;
  pair.other.name.file = kept;
  pair.likeness = likeness;
  pair.state = state;
  pair.kind = "content";
  return pair;
}

TEST(ReviewBins, EachPairLiesInOneBin) {
  std::vector<ReviewBin> bins = likeness_bins();
  ASSERT_EQ(bins.size(), 20U);
  for (int i = 0; i < 20; ++i) count_pair(pair_of("a", "b", i / 20.0), bins);
  for (const ReviewBin& bin : bins) EXPECT_EQ(bin.removed, 1U) << bin.from;
  count_pair(pair_of("a", "b", 1.0, PairState::reported), bins);
  count_pair(pair_of("a", "b", 0.949, PairState::apart), bins);
  EXPECT_EQ(bins[19].reported, 1U);
  EXPECT_EQ(bins[18].apart, 1U);
  ReviewPair exact = pair_of("a", "b", 1.0);
  exact.kind = "exact";
  count_pair(exact, bins);
  EXPECT_EQ(bins[19].removed, 1U) << "nothing was measured of it";
}

TEST(ReviewBins, SizesHaveNoGap) {
  std::vector<ReviewSizes> sizes = size_bins();
  for (std::uint64_t pages = 2; pages <= 1200; ++pages) {
    ReviewCluster cluster;
    cluster.size = pages;
    count_cluster(cluster, sizes);
  }
  for (const ReviewSizes& each : sizes) {
    EXPECT_EQ(each.clusters, each.to == 0 ? 201U : each.to - each.from + 1) << each.from;
  }
}

TEST(ReviewBins, PairsOfOneClusterStandTogether) {
  const std::vector<ReviewPair> made =
      with_clusters_together({pair_of("1", "a", .8), pair_of("2", "b", .81), pair_of("3", "a", .9),
                              pair_of("4", "c", 1), pair_of("5", "b", 1)});
  std::string order;
  for (const ReviewPair& each : made) order += each.page.name.file;
  EXPECT_EQ(order, "13254");
  EXPECT_TRUE(with_clusters_together({}).empty());
}

}  // namespace
}  // namespace facsim

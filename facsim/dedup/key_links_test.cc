// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/key_links.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "facsim/dedup/candidate_keys.h"

namespace facsim {
namespace {

using Pairs = std::set<std::pair<std::int64_t, std::int64_t>>;

struct Made {
  Pairs links;
  std::multiset<std::pair<std::int64_t, std::uint64_t>> crowded;
  std::uint64_t anchors = 0;
  std::uint64_t buckets = 0;
};

Made made_of(const std::vector<NodeKey>& keys) {
  Profile profile;
  profile.max_distance = 3;
  profile.anchor_pages_max = 3;
  Made made;
  KeyLinks links(profile,
                 {.link = [&](auto node, auto other) { made.links.emplace(node, other); },
                  .crowded = [&](auto node, auto key) { made.crowded.emplace(node, key); }});
  for (const NodeKey& key : keys) links.add(key);
  links.finish();
  made.anchors = links.crowded_anchors();
  made.buckets = links.crowded_buckets();
  return made;
}

std::vector<NodeKey> under(KeyChannel channel, std::uint64_t key, std::int64_t nodes) {
  std::vector<NodeKey> keys;
  for (std::int64_t node = 0; node < nodes; ++node) keys.push_back({channel, key, node, 0});
  return keys;
}

TEST(KeyLinks, EqualKeysAreAStarAndOtherKeysAreApart) {
  EXPECT_EQ(made_of({}).links, Pairs{});
  EXPECT_EQ(made_of({{KeyChannel::band, 1, 5},
                     {KeyChannel::band, 1, 6},
                     {KeyChannel::band, 1, 8},
                     {KeyChannel::band, 2, 5},
                     {KeyChannel::band, 2, 9},
                     {KeyChannel::anchor, 2, 7}})
                .links,
            (Pairs{{6, 5}, {8, 5}, {9, 5}}));
}

TEST(KeyLinks, ANodeCountsOnceUnderAKeyAndIsLinkedToItself) {
  for (const KeyChannel channel :
       {KeyChannel::band, KeyChannel::anchor, KeyChannel::bucket, KeyChannel::text}) {
    EXPECT_EQ(made_of({{channel, 1, 5}}).links, Pairs{});
    const std::vector<NodeKey> keys(10, {channel, 1, 5});
    EXPECT_EQ(made_of(keys).links, (Pairs{{5, 5}}));
    EXPECT_EQ(made_of(keys).anchors, 0U);
  }
}

TEST(KeyLinks, AnchorsOfMorePagesThanTheLimitLeadNowhereAndAreNamedForEach) {
  EXPECT_EQ(made_of(under(KeyChannel::anchor, 4, 3)).links.size(), 2U);
  const Made made = made_of(under(KeyChannel::anchor, 4, 6));
  EXPECT_EQ(made.links, Pairs{});
  EXPECT_EQ(made.anchors, 1U);
  EXPECT_EQ(made.crowded.size(), 6U);
}

TEST(KeyLinks, FingerprintsUnderAMaskAreLinkedWhereTheyAreClose) {
  const Made made = made_of({{KeyChannel::bucket, 1, 5, 0b0},
                             {KeyChannel::bucket, 1, 6, 0b111},
                             {KeyChannel::bucket, 1, 7, 0b111111},
                             {KeyChannel::bucket, 1, 8, 0xff0000},
                             {KeyChannel::bucket, 2, 8, 0b0}});
  EXPECT_EQ(made.links, (Pairs{{6, 5}, {7, 5}}));
  EXPECT_EQ(made.buckets, 0U);
}

TEST(KeyLinks, ABucketThatIsTooLargeToComparePairByPairHangsTogether) {
  auto keys = under(KeyChannel::bucket, 1, kBucketComparedMax);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i].fingerprint = i << 20;
  const std::size_t compared = made_of(keys).links.size();
  EXPECT_GT(compared, 0U);
  keys.push_back({KeyChannel::bucket, 1, static_cast<std::int64_t>(keys.size()), ~0ULL});
  const Made made = made_of(keys);
  EXPECT_EQ(made.links.size(), kBucketComparedMax);
  EXPECT_EQ(made.buckets, 1U);
  EXPECT_TRUE(std::all_of(made.links.begin(), made.links.end(),
                          [](const auto& link) { return link.second == 0; }));
}

}  // namespace
}  // namespace facsim

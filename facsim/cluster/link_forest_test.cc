// SPDX-License-Identifier: Apache-2.0
#include "facsim/cluster/link_forest.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "facsim/cluster/union_find.h"

namespace facsim {
namespace {

using Links = std::vector<std::pair<std::int64_t, std::int64_t>>;

Links stars_of(const Links& links) {
  LinkForest forest;
  for (const auto& [a, b] : links) forest.add(a, b);
  return forest.take_stars();
}

TEST(LinkForest, NamesEachNodeOnceWithTheSmallestOfItsSet) {
  EXPECT_EQ(stars_of({}), Links{});
  EXPECT_EQ(stars_of({{7, 7}}), (Links{{7, 7}}));
  EXPECT_EQ(stars_of({{3, -2}, {8, 9}, {9, 3}}), (Links{{3, -2}, {-2, -2}, {8, -2}, {9, -2}}));
}

TEST(LinkForest, IsEmptyAfterItsStarsWereTaken) {
  LinkForest forest;
  forest.add(1, 2);
  EXPECT_EQ(forest.nodes(), 2U);
  (void)forest.take_stars();
  EXPECT_EQ(forest.nodes(), 0U);
  forest.add(2, 3);
  EXPECT_EQ(forest.take_stars(), (Links{{2, 2}, {3, 2}}));
}

// The slow twin is a union-find over 0..n-1; linking the stars of parts gives the same sets.
RC_GTEST_PROP(LinkForest, IsUnionFindInOneStepAndInTwo, ()) {
  constexpr std::uint32_t kNodes = 40;
  const auto ends =
      *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, kNodes));
  UnionFind sets(kNodes);
  LinkForest whole;
  LinkForest first;
  LinkForest second;
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
    sets.unite(ends[i], ends[i + 1]);
    whole.add(ends[i], ends[i + 1]);
    (i % 4 == 0 ? first : second).add(ends[i], ends[i + 1]);
  }
  std::map<std::int64_t, std::int64_t> expected;
  for (std::size_t i = 0; i < ends.size() / 2 * 2; ++i) expected[ends[i]] = sets.root(ends[i]);
  const auto as_map = [](const Links& stars) {
    return std::map<std::int64_t, std::int64_t>(stars.begin(), stars.end());
  };
  RC_ASSERT(as_map(whole.take_stars()) == expected);
  LinkForest together;
  for (const auto& [node, root] : first.take_stars()) together.add(node, root);
  for (const auto& [node, root] : second.take_stars()) together.add(node, root);
  RC_ASSERT(as_map(together.take_stars()) == expected);
}

}  // namespace
}  // namespace facsim

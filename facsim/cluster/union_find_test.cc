// SPDX-License-Identifier: Apache-2.0
#include "facsim/cluster/union_find.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <utility>

namespace facsim {
namespace {

std::vector<std::uint32_t> roots(
    std::uint32_t count, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
  UnionFind sets(count);
  for (const auto& [a, b] : edges) sets.unite(a, b);
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < count; ++i) result.push_back(sets.root(i));
  return result;
}

TEST(UnionFind, StartsWithEveryoneAlone) {
  EXPECT_EQ(roots(0, {}), (std::vector<std::uint32_t>{}));
  EXPECT_EQ(roots(3, {{1, 1}}), (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(UnionFind, TheSmallestMemberIsTheRoot) {
  EXPECT_EQ(roots(6, {{5, 4}, {4, 3}, {1, 2}}), (std::vector<std::uint32_t>{0, 1, 1, 3, 3, 3}));
  EXPECT_EQ(roots(4, {{3, 2}, {1, 0}, {3, 1}}), (std::vector<std::uint32_t>{0, 0, 0, 0}));
}

TEST(UnionFind, AMillionInARowIsQuick) {
  UnionFind sets(1'000'000);
  for (std::uint32_t i = 999'999; i > 0; --i) sets.unite(i, i - 1);
  EXPECT_EQ(sets.root(999'999), 0U);
}

// The slow twin paints: uniting repaints one colour as the other, the smaller one.
RC_GTEST_PROP(UnionFind, IsPaintingInAnyOrder, ()) {
  const auto count = *rc::gen::inRange<std::uint32_t>(1, 60);
  const auto member = rc::gen::inRange<std::uint32_t>(0, count);
  auto edges = *rc::gen::container<std::vector<std::pair<std::uint32_t, std::uint32_t>>>(
      rc::gen::pair(member, member));
  std::vector<std::uint32_t> colours;
  for (std::uint32_t i = 0; i < count; ++i) colours.push_back(i);
  for (const auto& [a, b] : edges) {
    const std::uint32_t from = std::max(colours[a], colours[b]);
    std::replace(colours.begin(), colours.end(), from, std::min(colours[a], colours[b]));
  }
  RC_ASSERT(roots(count, edges) == colours);
  std::reverse(edges.begin(), edges.end());
  RC_ASSERT(roots(count, edges) == colours);
}

}  // namespace
}  // namespace facsim

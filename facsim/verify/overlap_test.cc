// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/overlap.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

using Set = std::vector<std::uint64_t>;

std::uint64_t shared_by_std(const Set& a, const Set& b) {
  Set both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.size();
}

TEST(Overlap, OfNothingIsNothing) {
  const Overlap both = overlap({}, {});
  EXPECT_EQ(both.resemblance(), 0.0);
  EXPECT_EQ(both.containment(), 0.0);
  EXPECT_EQ(both.containment_reverse(), 0.0);
  const Set one = {7};
  EXPECT_EQ(overlap(one, {}).shared, 0U);
  EXPECT_EQ(overlap(one, {}).resemblance(), 0.0);
  EXPECT_EQ(overlap({}, one).containment(), 0.0);
}

TEST(Overlap, MeasuresShares) {
  const Set a = {1, 2, 3, 4};
  const Set b = {0, 2, 4, 6, 8, ~std::uint64_t{0}};
  const Overlap both = overlap(a, b);
  EXPECT_EQ(both.first, 4U);
  EXPECT_EQ(both.second, 6U);
  EXPECT_EQ(both.shared, 2U);
  EXPECT_EQ(both.resemblance(), 0.25);
  EXPECT_EQ(both.containment(), 0.5);
  EXPECT_EQ(both.containment_reverse(), 2.0 / 6.0);
  EXPECT_EQ(overlap(a, a).resemblance(), 1.0);
}

// Every pair of subsets of eight elements: 65,536 worlds.
TEST(Overlap, SmallWorldsCompletely) {
  std::vector<Set> subsets(256);
  for (std::uint64_t subset = 0; subset < 256; ++subset) {
    for (std::uint64_t i = 0; i < 8; ++i) {
      if ((subset >> i) & 1U) subsets[subset].push_back(i * i);
    }
  }
  for (const Set& a : subsets) {
    for (const Set& b : subsets) ASSERT_EQ(overlap(a, b).shared, shared_by_std(a, b));
  }
}

// A few elements and a set that is hundreds of times as large: adjacent, far apart, next to missing
// ones, before the first and after the last.
TEST(Overlap, OfVeryDifferentSizes) {
  Set large;
  for (std::uint64_t i = 0; i < 10'000; ++i) large.push_back(100 + 3 * i);
  for (std::uint64_t begin = 90; begin < 400; ++begin) {
    for (const std::uint64_t stride : {1U, 2U, 3U, 7U, 48U, 3'000U, 7'777U}) {
      Set small;
      for (std::uint64_t i = 0; i < 12; ++i) small.push_back(begin + i * stride);
      ASSERT_EQ(overlap(small, large).shared, shared_by_std(small, large))
          << begin << " " << stride;
      ASSERT_EQ(overlap(large, small).shared, shared_by_std(small, large))
          << begin << " " << stride;
    }
  }
}

RC_GTEST_PROP(Overlap, IsStdSetIntersection, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto range = *rc::gen::inRange<std::uint64_t>(1, 20'000);
  const auto a_size = *rc::gen::inRange<std::uint64_t>(0, 5'000);
  // From equal sizes to far smaller ones: both methods of counting.
  const auto b_size = a_size >> *rc::gen::inRange(0, 10);
  std::set<std::uint64_t> a;
  std::set<std::uint64_t> b;
  for (std::uint64_t i = 0; i < a_size; ++i) a.insert(mix64(seed + i) % range);
  for (std::uint64_t i = 0; i < b_size; ++i) b.insert(mix64(~seed + i) % range);
  const Set x(a.begin(), a.end());
  const Set y(b.begin(), b.end());
  RC_ASSERT(overlap(x, y).shared == shared_by_std(x, y));
  RC_ASSERT(overlap(y, x).shared == shared_by_std(x, y));
}

TEST(EstimatedOverlap, IsTheInverseOfResemblanceAndNeverMoreThanTheSmallerSet) {
  for (std::uint64_t first = 1; first < 60; first += 7) {
    for (std::uint64_t second = 1; second < 60; second += 5) {
      for (std::uint64_t shared = 0; shared <= std::min(first, second); ++shared) {
        const Overlap exact{first, second, shared};
        EXPECT_EQ(estimated_overlap(exact.resemblance(), first, second).shared, shared);
      }
      EXPECT_EQ(estimated_overlap(1, first, second).shared, std::min(first, second));
    }
  }
  EXPECT_EQ(estimated_overlap(0.5, 0, 0).shared, 0U);
  EXPECT_EQ(estimated_overlap(-1, 10, 10).shared, 0U);
}

}  // namespace
}  // namespace facsim

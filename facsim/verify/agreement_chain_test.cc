// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/agreement_chain.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

using Units = std::vector<std::uint64_t>;

bool equal_shingles(const Units& a, std::size_t i, const Units& b, std::size_t j,
                    std::size_t size) {
  return std::equal(a.begin() + static_cast<std::ptrdiff_t>(i),
                    a.begin() + static_cast<std::ptrdiff_t>(i + size),
                    b.begin() + static_cast<std::ptrdiff_t>(j));
}

std::size_t occurrences(const Units& shingle_of, std::size_t at, const Units& units,
                        std::size_t size) {
  std::size_t count = 0;
  for (std::size_t i = 0; i + size <= units.size(); ++i) {
    count += equal_shingles(shingle_of, at, units, i, size) ? 1 : 0;
  }
  return count;
}

// The slow twin: the largest number of pairs of equal shingles that ascend in both.
std::size_t longest_by_definition(const Units& a, const Units& b, std::size_t size,
                                  std::size_t occurrences_max) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t i = 0; i + size <= a.size(); ++i) {
    const bool is_rare = occurrences(a, i, a, size) <= occurrences_max &&
                         occurrences(a, i, b, size) <= occurrences_max;
    std::size_t diagonal = 0;
    for (std::size_t j = 0; j + size <= b.size(); ++j) {
      const std::size_t above = row[j + 1];
      const bool match = is_rare && equal_shingles(a, i, b, j, size);
      row[j + 1] = std::max({above, row[j], match ? diagonal + 1 : 0});
      diagonal = above;
    }
  }
  return b.size() < size ? 0 : row[b.size() - size + 1];
}

void check(ShingleChain& finder, const Units& a, const Units& b, std::size_t size,
           std::uint32_t occurrences_max) {
  const auto chain = finder.find(a, b, size, occurrences_max);
  ASSERT_EQ(chain.size(), longest_by_definition(a, b, size, occurrences_max));
  for (std::size_t i = 0; i < chain.size(); ++i) {
    ASSERT_LE(chain[i].first + size, a.size());
    ASSERT_LE(chain[i].second + size, b.size());
    ASSERT_TRUE(equal_shingles(a, chain[i].first, b, chain[i].second, size));
    if (i == 0) continue;
    ASSERT_LT(chain[i - 1].first, chain[i].first);
    ASSERT_LT(chain[i - 1].second, chain[i].second);
  }
}

Units draw_units(std::size_t size, std::uint64_t vocabulary) {
  return *rc::gen::container<Units>(
      size, rc::gen::map(rc::gen::inRange<std::uint64_t>(0, vocabulary),
                         [](std::uint64_t unit) { return mix64(unit + 1); }));
}

TEST(ShingleChain, OfLessThanAShingleIsNothing) {
  ShingleChain finder;
  const Units two = {1, 2};
  const Units three = {1, 2, 3};
  EXPECT_TRUE(finder.find({}, {}, 3, 16).empty());
  EXPECT_TRUE(finder.find(two, three, 3, 16).empty());
  EXPECT_TRUE(finder.find(three, two, 3, 16).empty());
  EXPECT_EQ(finder.find(three, three, 3, 16).size(), 1U);
}

// A text that occurs twice in the longer one matches itself twice, as in a page with two editions.
TEST(ShingleChain, OfATextThatStandsTwiceIsLongest) {
  ShingleChain finder;
  Units once;
  for (std::uint64_t i = 0; i < 300; ++i) once.push_back(mix64(i % 90 + i / 7));
  Units twice = once;
  twice.insert(twice.end(), once.begin(), once.end());
  for (std::size_t i = 0; i < twice.size(); i += 11) twice[i] = mix64(1000 + i);
  check(finder, once, twice, 2, 16);
  check(finder, twice, once, 2, 16);
}

// One finder throughout: the state of one pair must not affect the next.
RC_GTEST_PROP(ShingleChain, IsTheLongestByDefinition, ()) {
  static ShingleChain finder;
  const auto vocabulary = *rc::gen::inRange<std::uint64_t>(1, 25);
  const Units first = draw_units(*rc::gen::inRange<std::size_t>(0, 90), vocabulary);
  Units second = draw_units(*rc::gen::inRange<std::size_t>(0, 90), vocabulary);
  if (*rc::gen::arbitrary<bool>()) {
    second.insert(second.begin() + static_cast<std::ptrdiff_t>(second.size() / 2), first.begin(),
                  first.end());
  }
  check(finder, first, second, *rc::gen::inRange<std::size_t>(1, 5),
        *rc::gen::inRange<std::uint32_t>(0, 30));
  RC_ASSERT(!testing::Test::HasFatalFailure());
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/agreement_gaps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <vector>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

using Units = std::vector<std::uint64_t>;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::int64_t kDrift = kDriftMax;

std::vector<GapMatch> matches_of(const Units& first, const Units& second) {
  GapMatcher matcher;
  const auto found = matcher.matches(first, second);
  std::uint32_t units = 0;
  for (const GapMatch& match : found) units += match.length;
  std::vector<GapMatch> result(found.begin(), found.end());
  EXPECT_EQ(matcher.count(first, second), units);
  return result;
}

// Quadratic: rows from `begin` to `end`, with matches only on diagonals that `allowed` accepts.
std::size_t common_subsequence(const Units& rows, std::size_t begin, std::size_t end,
                               const Units& columns,
                               const std::function<bool(std::int64_t)>& allowed) {
  std::vector<std::size_t> lengths(columns.size() + 1);
  for (std::size_t i = begin; i < end; ++i) {
    std::size_t diagonal = 0;
    for (std::size_t j = 1; j <= columns.size(); ++j) {
      const std::size_t above = lengths[j];
      const bool match = rows[i] == columns[j - 1] &&
                         allowed(static_cast<std::int64_t>(j - 1) - static_cast<std::int64_t>(i));
      lengths[j] = std::max({above, lengths[j - 1], match ? diagonal + 1 : 0});
      diagonal = above;
    }
  }
  return lengths.back();
}

// The slow twin: the definition in the header, without words and bands.
std::size_t units_by_definition(const Units& first, const Units& second) {
  const Units& rows = first.size() <= second.size() ? first : second;
  const Units& columns = first.size() <= second.size() ? second : first;
  if (rows.empty()) return 0;
  const auto more = static_cast<std::int64_t>(columns.size() - rows.size());
  std::size_t best = 0;
  if (more <= 2 * kDrift) {
    best = common_subsequence(rows, 0, rows.size(), columns,
                              [&](std::int64_t d) { return d >= -kDrift && d <= more + kDrift; });
  } else {
    for (std::size_t split = 0; split <= rows.size(); ++split) {
      best = std::max(
          best, common_subsequence(rows, 0, split, columns, [&](std::int64_t d) {
                  return std::abs(d) <= kDrift;
                }) + common_subsequence(rows, split, rows.size(), columns, [&](std::int64_t d) {
                  return std::abs(d - more) <= kDrift;
                }));
    }
  }
  return best * kCoverMin < rows.size() ? 0 : best;
}

TEST(GapMatcher, OfNothing) {
  EXPECT_THAT(matches_of({}, {}), IsEmpty());
  EXPECT_THAT(matches_of({1}, {}), IsEmpty());
  EXPECT_THAT(matches_of({}, {1}), IsEmpty());
  EXPECT_THAT(matches_of({1}, {2}), IsEmpty());
}

TEST(GapMatcher, NamesTheRuns) {
  EXPECT_THAT(matches_of({1}, {1}), ElementsAre(GapMatch{0, 0, 1}));
  EXPECT_THAT(matches_of({90, 1, 91, 2, 3, 92}, {80, 1, 81, 2, 3, 82}),
              ElementsAre(GapMatch{1, 1, 1}, GapMatch{3, 3, 2}));
  EXPECT_THAT(matches_of({90, 1, 2, 91}, {1, 80, 2, 81, 82}),
              ElementsAre(GapMatch{1, 0, 1}, GapMatch{2, 2, 1}));
}

TEST(GapMatcher, GoesAlongBothDiagonalsAndNowhereElse) {
  Units first = {90, 1, 91, 92, 2, 93};
  Units second(40, 77);
  second[1] = 1;   // on the diagonal from the beginning
  second[38] = 2;  // on the one to the end
  EXPECT_THAT(matches_of(first, second), ElementsAre(GapMatch{1, 1, 1}, GapMatch{4, 38, 1}));
  EXPECT_THAT(matches_of(second, first), ElementsAre(GapMatch{1, 1, 1}, GapMatch{38, 4, 1}));
  for (std::uint32_t at = 0; at < 40; ++at) {
    Units elsewhere(40, 77);
    elsewhere[at] = 1;
    const bool is_near = at <= 1 + kDriftMax || at + kDriftMax >= 35;
    EXPECT_EQ(matches_of(first, elsewhere).size(), is_near ? 1U : 0U) << at;
  }
}

TEST(GapMatcher, FewMatchesAreChance) {
  Units first(8 * kCoverMin);
  Units second(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    first[i] = 1000 + i;
    second[i] = i % kCoverMin == 3 ? 1000 + i : 5000 + i;
  }
  EXPECT_EQ(matches_of(first, second).size(), 8U);
  second[3] = 1;
  EXPECT_THAT(matches_of(first, second), IsEmpty());
}

RC_GTEST_PROP(GapMatcher, FindsWhatTheDefinitionSays, ()) {
  std::uint64_t state = *rc::gen::arbitrary<std::uint64_t>();
  const auto vocabulary = *rc::gen::inRange<std::uint64_t>(1, 40);
  const auto text = [&](std::size_t units) {
    Units result(units);
    for (std::uint64_t& unit : result) unit = mix64(++state) % vocabulary;
    return result;
  };
  const Units first = text(*rc::gen::inRange<std::size_t>(0, 150));
  Units second = text(*rc::gen::inRange<std::size_t>(0, 150));
  if (*rc::gen::arbitrary<bool>()) {
    // An edit of the first instead of an unrelated text.
    second.clear();
    for (const std::uint64_t unit : first) {
      const std::uint64_t edit = mix64(++state) % 9;
      if (edit != 0) second.push_back(edit < 3 ? 1000 + state % 7 : unit);
      if (edit == 1) second.push_back(unit);
    }
  }
  const std::vector<GapMatch> matches = matches_of(first, second);
  std::size_t units = 0;
  std::size_t first_end = 0;
  std::size_t second_end = 0;
  for (const GapMatch& match : matches) {
    RC_ASSERT(match.length > 0U);
    RC_ASSERT(match.first >= first_end);
    RC_ASSERT(match.second >= second_end);
    first_end = match.first + match.length;
    second_end = match.second + match.length;
    RC_ASSERT(first_end <= first.size());
    RC_ASSERT(second_end <= second.size());
    for (std::uint32_t i = 0; i < match.length; ++i) {
      RC_ASSERT(first[match.first + i] == second[match.second + i]);
    }
    units += match.length;
  }
  RC_ASSERT(units == units_by_definition(first, second));
  std::size_t reverse = 0;
  for (const GapMatch& match : matches_of(second, first)) reverse += match.length;
  RC_ASSERT(reverse == units);
}

// Buffers of a large gap do not disturb a small one.
TEST(GapMatcher, TheNextGapIsFresh) {
  GapMatcher matcher;
  EXPECT_EQ(matcher.count(Units(5000, 7), Units(5000, 7)), 5000U);
  EXPECT_EQ(matcher.count(Units(3000, 7), Units(5000, 7)), 3000U);
  EXPECT_EQ(matcher.count(Units{1, 2}, Units{2, 3}), 1U);
  EXPECT_TRUE(matcher.matches(Units{1}, Units{2}).empty());
}

}  // namespace
}  // namespace facsim

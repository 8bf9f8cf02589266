// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/titles.h"

#include <gtest/gtest.h>

#include <vector>

namespace facsim {
namespace {

using Words = std::vector<std::uint64_t>;

constexpr std::uint64_t kSite = 1;
constexpr std::uint64_t kList = 10;
constexpr std::uint64_t kMap = 20;

// Checks that both orders give the same answer.
bool swapped(const Words& title, const Words& text, const Words& other_title,
             const Words& other_text) {
  const bool answer = titles_are_swapped({title, text}, {other_title, other_text});
  EXPECT_EQ(answer, titles_are_swapped({other_title, other_text}, {title, text}));
  return answer;
}

TEST(Titles, EachNameStandsMoreOftenInItsOwnText) {
  const Words list = {5, kList, 6, kList, 7};
  const Words map = {5, kMap, 6, kMap, 7};
  EXPECT_TRUE(swapped({kSite, kList}, list, {kSite, kMap}, map));
  // One text mentions the other: `see also map` twice, and three times in its own.
  const Words naming = {5, kList, 6, kList, 7, kMap, kMap};
  const Words named = {5, kMap, 6, kMap, kMap, kMap, 7};
  EXPECT_TRUE(swapped({kSite, kList}, naming, {kSite, kMap}, named));
}

TEST(Titles, AHeadingIsRenamedTogetherWithTheTitle) {
  EXPECT_FALSE(swapped({kList}, Words{kList, 5, 6}, {kMap}, Words{kMap, 5, 6}));
  EXPECT_FALSE(swapped({kList}, Words{kList, kList, 6}, {kMap}, Words{kMap, 5, 6}));
  // The text did not change.
  const Words text = {kList, 5, kList, 6, kList};
  EXPECT_FALSE(swapped({kList}, text, {kMap}, text));
}

TEST(Titles, AWordMoreIsNoOtherName) {
  const Words list = {kList, kList, 5};
  const Words both = {kList, kList, kMap, kMap, 5};
  EXPECT_FALSE(swapped({kList}, list, {kList, kMap}, both));
}

TEST(Titles, WithoutATitleNothingIsAsked) {
  const Words list = {kList, kList};
  const Words map = {kMap, kMap};
  EXPECT_FALSE(swapped({}, list, {}, map));
  EXPECT_FALSE(swapped({kList}, list, {}, map));
  EXPECT_FALSE(swapped({kList}, {}, {kMap}, {}));
}

}  // namespace
}  // namespace facsim

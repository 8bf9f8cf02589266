// SPDX-License-Identifier: Apache-2.0
#include "apps/nearest.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

namespace facsim {
namespace {

const std::vector<std::string_view> kKnown = {"dedup", "compare", "fingerprint", "help"};

TEST(EditDistance, CountsEachSortOfMistakeOnce) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("keep", "keeep"), 1U);
  EXPECT_EQ(edit_distance("keep", "kep"), 1U);
  EXPECT_EQ(edit_distance("keep", "kerp"), 1U);
  EXPECT_EQ(edit_distance("keep", "kepe"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(Nearest, FindsWhatWasMeant) {
  EXPECT_EQ(nearest("dedpu", kKnown), "dedup");
  EXPECT_EQ(nearest("comapre", kKnown), "compare");
  EXPECT_EQ(nearest("fingerprnt", kKnown), "fingerprint");
  EXPECT_EQ(suggestion("halp", kKnown), "; did you mean 'help'?");
}

TEST(Nearest, MakesNoWildGuess) {
  EXPECT_EQ(nearest("xyzzy", kKnown), "");
  EXPECT_EQ(nearest("", kKnown), "");
  EXPECT_EQ(nearest("no", kKnown), "");
  EXPECT_EQ(nearest(std::string(1'000'000, 'd'), kKnown), "");
  EXPECT_EQ(suggestion("dedup", {}), "");
}

RC_GTEST_PROP(EditDistanceProperty, IsSymmetricAndZeroOnlyForEqualWords, ()) {
  const auto a = *rc::gen::container<std::string>(rc::gen::inRange('a', 'd'));
  const auto b = *rc::gen::container<std::string>(rc::gen::inRange('a', 'd'));
  RC_ASSERT(edit_distance(a, b) == edit_distance(b, a));
  RC_ASSERT((edit_distance(a, b) == 0) == (a == b));
  RC_ASSERT(edit_distance(a, b) <= std::max(a.size(), b.size()));
}

}  // namespace
}  // namespace facsim

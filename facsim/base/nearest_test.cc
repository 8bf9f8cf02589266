// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/nearest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

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

TEST(Nearest, AllowsAMistakeForEveryThreeLetters) {
  EXPECT_EQ(nearest("ad", {"add"}), "add");
  EXPECT_EQ(nearest("keep", {"help"}), "") << "two of four";
  EXPECT_EQ(nearest("querrry", {"query"}), "query") << "two of seven";
  EXPECT_EQ(nearest("quasi", {"query"}), "");
  EXPECT_EQ(nearest("x", {"y", "k"}), "");
  EXPECT_EQ(nearest("", {"a", ""}), "");
}

TEST(Nearest, DashesAtTheFrontDoNotCount) {
  EXPECT_EQ(nearest("--kep", {"--help", "--keep"}), "--keep");
  EXPECT_EQ(nearest("--keep", {"--help"}), "") << "four letters, not six";
  EXPECT_EQ(nearest("keeep", {"--keep"}), "--keep");
  EXPECT_EQ(nearest("--", {"--k"}), "");
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

TEST(NearestWords, AreThoseOfASearchThroughAll) {
  std::vector<std::string> words;
  for (int i = 0; i < 300; ++i) words.push_back("page-" + std::to_string(i * 7));
  NearestWords nearest_words("page-70x", 3);
  for (const std::string& word : words) nearest_words.add(word);
  for (const std::string& word : words) nearest_words.add(word);
  const std::vector<std::string> found = std::move(nearest_words).take();
  std::stable_sort(words.begin(), words.end(), [](const auto& a, const auto& b) {
    return edit_distance("page-70x", a) < edit_distance("page-70x", b);
  });
  EXPECT_EQ(found, std::vector<std::string>(words.begin(), words.begin() + 3));
}

TEST(NearestWords, FarOnesAndLongOnesAreNotMeant) {
  for (const std::string& word : {std::string("zebra"), std::string(), std::string(100, 'x')}) {
    NearestWords nearest_words(word, 3);
    nearest_words.add("harbour");
    nearest_words.add("x");
    nearest_words.add("");
    nearest_words.add(std::string(100, 'x') + "y");
    EXPECT_TRUE(std::move(nearest_words).take().empty()) << word;
  }
}

TEST(NearestWords, APathThatEndsInTheWordIsNear) {
  NearestWords nearest_words("10018.html", 3);
  for (const char* name : {"inv/10018.htm", "inv/x10018.html", "10017.html", "a/b/c/10018.html"}) {
    nearest_words.add(name);
  }
  EXPECT_EQ(std::move(nearest_words).take(),
            (std::vector<std::string>{"10017.html", "a/b/c/10018.html"}));
}

}  // namespace
}  // namespace facsim

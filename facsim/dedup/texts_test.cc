// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup_texts.h"

#include <gtest/gtest.h>

#include <string>

#include "facsim/base/error.h"
#include "facsim/dedup/words_for_test.h"

namespace facsim {
namespace {

using for_test::words;
std::vector<Decision> decisions(const std::vector<std::string>& texts, int threads = 1) {
  return dedup_texts(texts, {}, threads);
}

TEST(DedupTexts, RefusesRecipesThatItCannotJudgeBy) {
  const std::vector<std::string_view> texts = {"a", "b"};
  for (const std::string_view name : {"content-seen-32", "course"}) {
    Profile profile;
    profile.recipe = recipe_named(name);
    EXPECT_THROW((void)dedup_texts(texts, {profile, {}}), Error) << name;
  }
  Profile parts;
  parts.recipe.parts[0].weight = 2;
  EXPECT_THROW((void)dedup_texts(texts, {parts, {}}), Error);
}

TEST(DedupTexts, NamesTheTextThatIsRepeatedAndHowMuch) {
  const std::string base = words(1, 300);
  const auto found = decisions({base, words(2, 300), base + "with a small addition", base});
  EXPECT_FALSE(found[0].removed());
  EXPECT_FALSE(found[1].removed());
  ASSERT_EQ(found[2].representative, 0U);
  EXPECT_EQ(found[2].match.kind, Kind::content);
  EXPECT_GT(found[2].match.resemblance, 0.95);
  EXPECT_LT(found[2].match.resemblance, 1.0);
  ASSERT_EQ(found[3].representative, 0U);
  EXPECT_EQ(found[3].match.kind, Kind::exact);
  EXPECT_EQ(found[3].match.by, By::digest);
}

TEST(DedupTexts, WhiteSpaceAndNormalFormDoNotMakeATextAnother) {
  const auto found = decisions({"caf\u00e9  au\nlait", " cafe\u0301 au lait ", "cafe au lait"});
  EXPECT_EQ(found[1].representative, 0U);
  EXPECT_FALSE(found[2].removed());
}

TEST(DedupTexts, ShortTextsGoOnlyIfEqual) {
  const auto found = decisions({"The quick brown fox jumps over the lazy dog",
                                "The quick brown fox jumps over the lazy cat",
                                "The quick brown fox jumps over the lazy dog"});
  EXPECT_FALSE(found[1].removed());
  EXPECT_EQ(found[2].representative, 0U);
}

TEST(DedupTexts, EmptyTextsAreKept) {
  const auto found = decisions({"", " \n ", "", "\u00a0"});
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_FALSE(found[i].removed());
  EXPECT_TRUE(decisions({}).empty());
}

// A chain a-b-c in which only neighbours are alike must not pull c into a's cluster.
TEST(DedupTexts, NothingChains) {
  std::vector<std::string> texts = {words(7, 400)};
  for (unsigned step = 1; step <= 6; ++step) {
    std::string next = texts.back();
    next.replace(0, next.size() / 14, "");
    texts.push_back(next + words(100 + step, 28));
  }
  const auto found = decisions(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!found[i].removed()) continue;
    EXPECT_FALSE(found[found[i].representative].removed()) << "a representative was removed itself";
    EXPECT_GE(found[i].match.resemblance, 0.8);
  }
  EXPECT_NE(found[6].representative, 0U);
}

TEST(DedupTexts, ThreadsDoNotChangeTheResult) {
  std::vector<std::string> texts;
  for (unsigned i = 0; i < 400; ++i) {
    texts.push_back(words(i % 90, 120) + words(1000 + i, static_cast<int>(i % 17)));
  }
  const auto expected = decisions(texts, 1);
  for (const int threads : {2, 5}) {
    const auto found = decisions(texts, threads);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      EXPECT_EQ(found[i].representative, expected[i].representative);
    }
  }
}

}  // namespace
}  // namespace facsim

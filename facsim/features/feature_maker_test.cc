// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/feature_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/base/refusal_for_test.h"
#include "facsim/base/utf.h"
#include "facsim/features/mixed_text_for_test.h"
#include "facsim/features/sentences.h"
#include "facsim/features/units.h"
#include "facsim/features/weights.h"
#include "facsim/features/windows.h"

namespace facsim {
namespace {

using for_test::refusal;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Weights = std::vector<std::pair<std::string, double>>;

Recipe words(Weighting weighting, std::vector<std::uint32_t> lengths = {1}) {
  Recipe recipe;
  recipe.features.weighting = weighting;
  recipe.features.lengths = std::move(lengths);
  return recipe;
}

Weights features_of(const Recipe& recipe, std::string_view text, const FeatureTables& tables = {}) {
  FeatureMaker maker(recipe, tables);
  maker.begin();
  maker.add(text);
  Weights weights;
  for (const TextFeature& feature : maker.finish()) {
    weights.emplace_back(feature.text, feature.weight);
  }
  return weights;
}

constexpr WordList::Shape kPairs{.kind = UnitKind::words, .units_max = 2};

std::shared_ptr<const IdfTable> idf(std::string_view text) {
  return std::make_shared<const IdfTable>(IdfTable::parse(text));
}

TEST(FeatureMaker, CountsInTheOrderOfFirstAppearance) {
  EXPECT_EQ(features_of(words(Weighting::tf), "To be, or not TO BE"),
            (Weights{{"to", 2}, {"be", 2}, {"or", 1}, {"not", 1}}));
  EXPECT_EQ(features_of(words(Weighting::set), "a b a"), (Weights{{"a", 1}, {"b", 1}}));
  EXPECT_EQ(features_of(words(Weighting::tf, {1, 3}), "a b a b"),
            (Weights{{"a", 2}, {"b", 2}, {"a b a", 1}, {"b a b", 1}}));
  EXPECT_EQ(features_of(words(Weighting::tf, {2}), "one"), Weights{});
}

TEST(FeatureMaker, WeighsByATable) {
  Recipe recipe = words(Weighting::tf_idf);
  recipe.features.idf.file = "x";
  const FeatureTables tables{
      .idf = idf("a 4\nb 2\nc 1\n"), .jieba = {}, .stop_words = {}, .topic = {}};
  // Of four units; "unknown" gets the median, 2.
  EXPECT_EQ(features_of(recipe, "a b b unknown", tables),
            (Weights{{"a", 1.0}, {"b", 2 * (2.0 / 4)}, {"unknown", 0.5}}));
  recipe.features.top = 1;
  EXPECT_EQ(features_of(recipe, "b b b a", tables), (Weights{{"b", 1.5}}));
  // Ties: the first one.
  EXPECT_EQ(features_of(recipe, "b b a", tables), (Weights{{"b", 4.0 / 3}}));
}

TEST(FeatureMaker, RefusesARecipeWithoutItsTables) {
  Recipe recipe = words(Weighting::tf_idf);
  recipe.features.idf.file = "x";
  EXPECT_THROW(FeatureMaker(recipe, {}), Error);
  recipe.features.idf.file = "jieba";
  EXPECT_THROW(FeatureMaker(recipe, {}), Error);
  EXPECT_THROW(FeatureMaker(recipe_named("course"), {}), Error);
}

TEST(FeatureMaker, FiveLevelsAreFifthsOfTheLargest) {
  Recipe recipe = words(Weighting::five_levels);
  recipe.features.idf.file = "x";
  const FeatureTables tables{.idf = idf("a 10\nb 8.1\nc 8\nd 2.1\ne 2\nf 0.1\n"),
                             .jieba = {},
                             .stop_words = {},
                             .topic = {}};
  EXPECT_EQ(features_of(recipe, "a b c d e f", tables),
            (Weights{{"a", 5}, {"b", 5}, {"c", 4}, {"d", 2}, {"e", 1}, {"f", 1}}));
}

TEST(FeatureMaker, StopWordsGoBeforeRowsAreMade) {
  Recipe recipe = words(Weighting::tf, {2});
  FeatureTables tables;
  tables.stop_words =
      std::make_shared<const WordList>(WordList::parse_stop_words("# note\nThe\nof\n", {}));
  EXPECT_EQ(features_of(recipe, "the king of the north", tables), (Weights{{"king north", 1}}));
}

TEST(FeatureMaker, TopicWordsCountMore) {
  FeatureTables tables;
  tables.topic = std::make_shared<const WordList>(
      WordList::parse_topic("Football\t2.5\nworld cup\t3\n", kPairs));
  EXPECT_EQ(
      features_of(words(Weighting::tf, {1, 2}), "football world cup", tables),
      (Weights{
          {"football", 2.5}, {"world", 1}, {"cup", 1}, {"football world", 1}, {"world cup", 3}}));
  // After levels, so that a topic does not make all other words small.
  EXPECT_EQ(features_of(words(Weighting::five_levels), "football world", tables),
            (Weights{{"football", 12.5}, {"world", 5}}));
}

TEST(FeatureMaker, PartsCountTogether) {
  FeatureMaker maker(words(Weighting::tf), {});
  maker.begin();
  maker.add("a b", 3);
  maker.add("b c", 1);
  const std::vector<TextFeature> features = maker.finish();
  ASSERT_EQ(features.size(), 3U);
  EXPECT_EQ(features[1].text, "b");
  EXPECT_EQ(features[1].weight, 4);
  maker.begin();
  EXPECT_THAT(maker.finish(), IsEmpty());
}

Recipe windows(UnitKind kind, std::uint32_t size, std::uint32_t overlap, LastWindow last,
               Folding folding = Folding::none) {
  Recipe recipe = words(Weighting::tf);
  recipe.units.kind = kind;
  recipe.units.size = size;
  recipe.units.overlap = overlap;
  recipe.units.last = last;
  recipe.units.folding = folding;
  return recipe;
}

TEST(Windows, EndAsTheRecipeSays) {
  const auto texts = [](const Recipe& recipe, std::string_view text) {
    std::vector<std::string> list;
    for (const auto& [window, weight] : features_of(recipe, text)) list.push_back(window);
    return list;
  };
  const UnitKind characters = UnitKind::characters;
  EXPECT_THAT(texts(windows(characters, 3, 2, LastWindow::whole), "abcde"),
              ElementsAre("abc", "bcd", "cde"));
  EXPECT_THAT(texts(windows(characters, 3, 2, LastWindow::dropped), "abcde"),
              ElementsAre("abc", "bcd"));
  EXPECT_THAT(texts(windows(characters, 3, 0, LastWindow::partial), "abcde"),
              ElementsAre("abc", "de"));
  EXPECT_THAT(texts(windows(characters, 3, 1, LastWindow::whole), "abcdef"),
              ElementsAre("abc", "cde"));
  EXPECT_THAT(texts(windows(characters, 3, 2, LastWindow::whole), "ab"), ElementsAre("ab"));
  EXPECT_THAT(texts(windows(characters, 3, 2, LastWindow::whole), ""), IsEmpty());
  Recipe of_nothing = windows(characters, 3, 2, LastWindow::whole);
  of_nothing.fingerprint.of_nothing = true;
  EXPECT_THAT(texts(of_nothing, ""), ElementsAre(""));
  EXPECT_THAT(texts(windows(characters, 3, 2, LastWindow::dropped), "abc"), IsEmpty());
  EXPECT_THAT(texts(windows(characters, 3, 0, LastWindow::partial), ""), IsEmpty());
  EXPECT_THAT(texts(windows(characters, 2, 1, LastWindow::whole), "\u6d77\u91cf\u7f51"),
              ElementsAre("\u6d77\u91cf", "\u91cf\u7f51"));
  // A character beyond the basic plane is two UTF-16 units, and one character.
  EXPECT_THAT(texts(windows(characters, 2, 1, LastWindow::whole), "a\U0001f600b"),
              ElementsAre("a\U0001f600", "\U0001f600b"));
  EXPECT_THAT(texts(windows(UnitKind::utf16, 2, 1, LastWindow::whole), "a\U0001f600"),
              ElementsAre("a\xed\xa0\xbd", "\U0001f600"));
  EXPECT_THAT(texts(windows(UnitKind::bytes, 2, 1, LastWindow::whole), "\u6d77"),
              ElementsAre("\xe6\xb5", "\xb5\xb7"));
}

TEST(Windows, FoldingIsThatOfTheRecipe) {
  EXPECT_EQ(to_utf8(folded_characters("\ufb01 STRASSE stra\u00dfe", Folding::nfkc)),
            "fi strasse strasse");
  EXPECT_EQ(to_utf8(folded_characters("A-b_1\u00b2 \u00c9! e\u0301", Folding::python)),
            "ab_1\u00b2\u00e9e");
  // A dotted capital I becomes two characters, whose mark is dropped; the last sigma is final.
  EXPECT_EQ(to_utf8(folded_characters("\u0130STANBUL \u03a3\u0399\u03a3", Folding::python)),
            "istanbul\u03c3\u03b9\u03c2");
  EXPECT_EQ(to_utf8(folded_characters("A b", Folding::none)), "A b");
}

RC_GTEST_PROP(Windows, BothWaysOfFoldingAgree, ()) {
  const std::string text = draw_mixed_text();
  std::u16string units = u"left over";
  for (const Folding folding : {Folding::none, Folding::nfkc, Folding::python}) {
    const std::u32string characters = folded_characters(text, folding);
    RC_ASSERT(fold_to_utf16(text, folding, units) == characters.size());
    RC_ASSERT(units == to_utf16(characters));
  }
}

TEST(Windows, FoldingGrowsTheTextWhereUnicodeDoes) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "a\ufdfa\u0301\u4e2d\u0308z\u03a3";
  std::u16string units;
  for (const Folding folding : {Folding::none, Folding::nfkc, Folding::python}) {
    const std::u32string characters = folded_characters(text, folding);
    EXPECT_EQ(fold_to_utf16(text, folding, units), characters.size());
    EXPECT_EQ(units, to_utf16(characters));
  }
}

TEST(Windows, PackedHashesAreThoseOfTheBytesInMemory) {
  const std::uint32_t bytes[] = {0x11, 0x22, 0x33, 0x44};
  EXPECT_EQ(window_hash(bytes, 4, UnitKind::bytes, 4, 0), mix64(0x44332211U ^ mix64(kWindowSalt)));
  const std::uint32_t units[] = {0x1122, 0x3344};
  EXPECT_EQ(window_hash(units, 2, UnitKind::utf16, 2, 7),
            mix64(0x33441122U ^ mix64(7 ^ kWindowSalt)));
  EXPECT_EQ(window_hash(units, 2, UnitKind::characters, 5, 7),
            mix64((0x3344 * kShingleBase + 0x1122) ^ mix64(7 ^ kWindowSalt)));
}

// The general implementation is the slow twin of the default features.
RC_GTEST_PROP(FeatureMaker, EqualsTheFastSinglesAndPairs, ()) {
  const std::string text = draw_mixed_text();
  std::vector<std::uint64_t> units;
  hash_units(text, 0, units);
  FeatureCounter counter;
  std::map<std::uint64_t, double> expected;
  for (const Feature& feature : counter.singles_and_pairs(units)) {
    expected[feature.hash] = feature.weight;
  }

  FeatureMaker maker(Recipe{}, {});
  maker.begin();
  maker.add(text);
  std::map<std::uint64_t, double> general;
  for (const TextFeature& feature : maker.finish()) general[feature.hash] = feature.weight;
  RC_ASSERT(general == expected);
}

TEST(FeatureMaker, IcuWordsUseDictionaries) {
  Recipe recipe = words(Weighting::tf);
  recipe.units.kind = UnitKind::icu_words;
  const Weights weights = features_of(
      recipe, "Hello, 3.14 \u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u0e04\u0e23\u0e31\u0e1a!");
  ASSERT_GE(weights.size(), 4U);
  EXPECT_EQ(weights[0].first, "hello");
  EXPECT_EQ(weights[1].first, "3.14");
}

TEST(WordList, WhatIsBrokenIsNamed) {
  const auto topic = [](std::string_view text) {
    return refusal([&] { return WordList::parse_topic(text, kPairs); });
  };
  EXPECT_THAT(topic("a\t2\nb\n"), HasSubstr("line 2: 'b' has no factor"));
  EXPECT_THAT(topic("a\t-1\n"), HasSubstr("line 1: the factor of 'a' must be a number above 0"));
  EXPECT_THAT(topic("a\t0\n"), HasSubstr("above 0"));
  EXPECT_THAT(topic("a\tinf\n"), HasSubstr("above 0"));
  EXPECT_THAT(topic("a\tnan\n"), HasSubstr("above 0"));
  EXPECT_THAT(topic("a\t2x\n"), HasSubstr("above 0"));
  EXPECT_THAT(topic("...\t2\n"), HasSubstr("'...' is no word"));
  EXPECT_THAT(refusal([] { return WordList::parse_stop_words("a\n--\n", {}); }),
              HasSubstr("line 2: '--' is no word"));
  EXPECT_EQ(topic("\xef\xbb\xbf# note\n\na\t2\r\n"), "nothing was thrown");
}

TEST(WordList, WhatWouldFindNothingIsRefused) {
  const auto stop = [](std::string_view text, WordList::Shape shape) {
    return refusal([&] { return WordList::parse_stop_words(text, shape); });
  };
  EXPECT_THAT(stop("of the\n", {}), HasSubstr("line 1: 'of the' has 2 units"));
  EXPECT_THAT(stop("\u56fe\u4e66\u9986\n", {}), HasSubstr("has 3 units"));
  EXPECT_THAT(stop("caf\xff\n", {}), HasSubstr("line 1: no UTF-8"));
  EXPECT_THAT(refusal([] { return WordList::parse_topic("a b c\t2\n", kPairs); }),
              HasSubstr("at most 2"));
}

TEST(WordList, WordsOfOtherCuttersStayWhole) {
  const WordList jieba = WordList::parse_stop_words(
      "\u56fe\u4e66\u9986\n", {.kind = UnitKind::jieba_words, .units_max = 1});
  EXPECT_TRUE(jieba.has("\u56fe\u4e66\u9986"));
  const WordList icu =
      WordList::parse_topic("Don't panic\t2\n", {.kind = UnitKind::icu_words, .units_max = 2});
  EXPECT_EQ(icu.factor_of("don't panic"), 2);
}

TEST(WordList, TheOrderOfLinesMakesNoOtherDigest) {
  const auto digest = [](std::string_view text) {
    return WordList::parse_topic(text, kPairs).digest();
  };
  EXPECT_EQ(digest("a\t2\nb\t3\n"), digest("B\t3\nA\t2.0\n"));
  EXPECT_NE(digest("a\t2\nb\t3\n"), digest("a\t3\nb\t2\n"));
  EXPECT_NE(digest("a\t2\n"), digest(""));
}

TEST(Sentences, EndWhereTheyEnd) {
  EXPECT_THAT(sentences_of("One. Two! \"Three?\" Four... 3.14 five"),
              ElementsAre("One.", "Two!", "\"Three?\"", "Four...", "3.14 five"));
  EXPECT_THAT(sentences_of("\u4f60\u597d\u3002\u4e16\u754c\uff01\u201d\u5b8c"),
              ElementsAre("\u4f60\u597d\u3002", "\u4e16\u754c\uff01\u201d", "\u5b8c"));
  EXPECT_THAT(sentences_of("  \t "), IsEmpty());
  EXPECT_THAT(sentences_of(""), IsEmpty());
  EXPECT_THAT(sentences_of("..."), ElementsAre("..."));
}

// A run of marks that ends no sentence is scanned once, not once from each of its marks.
TEST(Sentences, ARunOfMarksTakesLinearTime) {
  const std::string text = std::string(4'000'000, '.') + "x y";
  EXPECT_THAT(sentences_of(text), ElementsAre(text));
}

TEST(Sentences, PartsOfATextByThem) {
  const std::string text = "A first one. Mid. The last one here.\n\nAlone.\nx. y. zz.";
  EXPECT_EQ(paragraph_edges(text), "A first one.\nThe last one here.\nAlone.\nx.\nzz.");
  EXPECT_EQ(longest_sentences(text, 2), "A first one.\nThe last one here.");
  EXPECT_EQ(longest_sentences(text, 0), "");
  EXPECT_EQ(longest_sentences("a. b. c.", 2), "a.\nb.");
}

}  // namespace
}  // namespace facsim

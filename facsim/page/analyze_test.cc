// SPDX-License-Identifier: Apache-2.0
// The public functions for the figures of a page: their results and their errors.
#include "facsim/analyze.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "facsim/base/error.h"
#include "facsim/page/analysis.h"

namespace facsim {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

std::string words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "word" + std::to_string(i) + " ";
  return text;
}

Page html(const std::string& text) {
  Page page;
  page.format = PageFormat::html;
  page.bytes = "<title>The title</title><nav>home news</nav><main><p>" + text + "</p></main>";
  return page;
}

TEST(Analyzer, GivesWhatDedupComputes) {
  Analyzer analyzer;
  PageAnalyzer inner(AnalyzerOptions{});
  for (const Page& page : {html(words(300)), html(words(3)), Page{}}) {
    const PageAnalysis& here = analyzer.analyze(page);
    const Analysis& there = inner.analyze(page);
    EXPECT_EQ(here.fingerprint, there.fingerprint);
    EXPECT_EQ(here.visible_fingerprint, there.visible_fingerprint);
    EXPECT_EQ(here.digest, there.digest);
    EXPECT_EQ(here.sketch, there.sketch);
    EXPECT_EQ(here.layout, there.layout);
    EXPECT_EQ(here.units, analyzer.units().size());
    EXPECT_EQ(analyzer.judged_text(), inner.text());
  }
}

constexpr Figures kNothing = {.fingerprint = false,
                              .visible_fingerprint = false,
                              .sketch = false,
                              .digest = false,
                              .units = false};

TEST(Analyzer, GivesAFigureWithoutTheOthers) {
  for (const char* recipe : {"balanced", "words", "characters-4", "python-simhash"}) {
    ReadyProfile judge;
    judge.profile.recipe = recipe_named(recipe);
    Analyzer all(judge);
    const auto of = [&](bool Figures::* figure) {
      Figures figures = kNothing;
      figures.*figure = true;
      return Analyzer(judge, figures);
    };
    Analyzer fingerprint = of(&Figures::fingerprint);
    Analyzer visible = of(&Figures::visible_fingerprint);
    Analyzer sketch = of(&Figures::sketch);
    Analyzer digest = of(&Figures::digest);
    Analyzer units = of(&Figures::units);
    const auto compare = [&](const auto& page) {
      const PageAnalysis wanted = all.analyze(page);
      EXPECT_EQ(fingerprint.analyze(page).fingerprint, wanted.fingerprint) << recipe;
      EXPECT_EQ(visible.analyze(page).visible_fingerprint, wanted.visible_fingerprint) << recipe;
      EXPECT_EQ(sketch.analyze(page).sketch, wanted.sketch) << recipe;
      EXPECT_EQ(sketch.analyze(page).layout, wanted.layout) << recipe;
      EXPECT_EQ(sketch.sketch_bytes(), all.sketch_bytes()) << recipe;
      EXPECT_EQ(digest.analyze(page).digest, wanted.digest) << recipe;
      EXPECT_EQ(units.analyze(page).units, wanted.units) << recipe;
      // Each has only what it needs.
      EXPECT_FALSE(units.analyze(page).fingerprint || units.analyze(page).sketch) << recipe;
      EXPECT_FALSE(sketch.analyze(page).fingerprint) << recipe;
      EXPECT_FALSE(digest.analyze(page).fingerprint || digest.analyze(page).sketch) << recipe;
      EXPECT_FALSE(fingerprint.analyze(page).sketch) << recipe;
      EXPECT_EQ(fingerprint.analyze(page).digest, Hash128{}) << recipe;
    };
    (void)fingerprint.analyze(words(300));
    EXPECT_EQ(fingerprint.units().empty(), std::string_view(recipe) == "python-simhash") << recipe;
    for (const std::string& text : {words(300), words(3), std::string("a\0b", 3), std::string()}) {
      compare(std::string_view(text));
      compare(html(text));
      Page page;
      page.bytes = text;
      compare(page);
    }
  }
}

// The sigma ends a word only if no NUL precedes it: Python folds with the NUL in its place.
TEST(Analyzer, NulIsNoPartOfATextButBesideASigmaOfPython) {
  const std::string with_nul = words(100) + std::string("\u03a6\0\u03a3 wo\0rd", 11);
  const std::string without = words(100) + "\u03a6\u03a3 word";
  for (const char* recipe : {"balanced", "words", "characters-4", "python-simhash"}) {
    ReadyProfile judge;
    judge.profile.recipe = recipe_named(recipe);
    Analyzer analyzer(judge);
    const auto of_text = analyzer.analyze(with_nul).fingerprint;
    Page page;
    page.bytes = with_nul;
    page.is_unicode = true;
    EXPECT_EQ(analyzer.analyze(page).fingerprint, of_text) << recipe;
    const bool is_python = std::string_view(recipe) == "python-simhash";
    EXPECT_EQ(analyzer.analyze(without).fingerprint == of_text, !is_python) << recipe;
  }
}

TEST(Analyzer, TellsWhatAPageSays) {
  Analyzer analyzer;
  const PageAnalysis& facts = analyzer.analyze(html(words(300)));
  EXPECT_TRUE(facts.has_text && facts.fingerprint && facts.sketch && facts.layout);
  EXPECT_NE(facts.fingerprint, facts.visible_fingerprint) << "the menu is seen too";
  EXPECT_EQ(analyzer.document().title, "The title");
  EXPECT_EQ(facts.units, 300U);
  EXPECT_THAT(analyzer.shingles(), SizeIs(296));
  EXPECT_THAT(*analyzer.sketch_bytes(), SizeIs(64));
}

TEST(Analyzer, SaysOfATextWhatItSaysOfAPageOfThatText) {
  Analyzer analyzer;
  Page page;
  page.bytes = words(50);
  const PageAnalysis of_page = analyzer.analyze(page);
  const PageAnalysis& of_text = analyzer.analyze(page.bytes);
  EXPECT_EQ(of_text.fingerprint, of_page.fingerprint);
  EXPECT_EQ(of_text.digest, of_page.digest);
  EXPECT_FALSE(of_text.layout.has_value());
  EXPECT_FALSE(analyzer.layout_bytes().has_value());

  const PageAnalysis& of_nothing = analyzer.analyze("");
  EXPECT_FALSE(of_nothing.has_text || of_nothing.fingerprint);
  EXPECT_THAT(analyzer.units(), IsEmpty());
}

TEST(Analyzer, MakesAnyWidth) {
  ReadyProfile judge;
  judge.profile.recipe.fingerprint.bits = 128;
  judge.profile.recipe.sketch.bins = 256;
  Analyzer analyzer(judge);
  const PageAnalysis& facts = analyzer.analyze(words(50));
  EXPECT_NE(facts.fingerprint->high, 0U);
  EXPECT_THAT(*analyzer.sketch_bytes(), SizeIs(256));
  judge.profile.recipe.fingerprint.bits = 32;
  Analyzer narrow(judge);
  EXPECT_EQ(narrow.analyze(words(50)).fingerprint->low >> 32, 0U);
}

TEST(Analyzer, OfALongTextCanBeEndedAndUsedAgain) {
  std::string text;
  while (text.size() < (std::size_t{64} << 20)) text += words(1000);
  Analyzer plain;
  const PageAnalysis expected = plain.analyze(text);
  Analyzer analyzer;
  int looks = 0;
  analyzer.set_look([&looks] { ++looks; });
  EXPECT_EQ(analyzer.analyze(text).fingerprint, expected.fingerprint);
  EXPECT_EQ(analyzer.analyze(text).digest, expected.digest);
  EXPECT_GT(looks, 20);
  const int all = looks / 2;
  for (const int end : {1, 4, all / 2, all}) {
    analyzer.set_look([&looks, end] {
      if (++looks == end) throw 5;
    });
    looks = 0;
    EXPECT_THROW((void)analyzer.analyze(text), int) << end;
    EXPECT_EQ(analyzer.analyze(words(50)).fingerprint, plain.analyze(words(50)).fingerprint);
  }
}

TEST(Analyzer, RefusesATextForRecipesOfParts) {
  ReadyProfile judge;
  judge.profile.recipe.parts = {PartSpec{}, PartSpec{.part = TextPart::title, .field = {}}};
  Analyzer analyzer(judge);
  EXPECT_TRUE(analyzer.analyze(html(words(50))).fingerprint.has_value());
  EXPECT_THAT([&] { analyzer.analyze(words(50)); },
              ThrowsMessage<Error>(HasSubstr("reads parts of pages")));
}

TEST(ReadyProfile, IsFoundByNames) {
  EXPECT_EQ(ready_profile().profile.recipe, Recipe{});
  const ReadyProfile judge = ready_profile("thorough", "bytes-4");
  EXPECT_EQ(judge.profile.name, "thorough");
  EXPECT_EQ(judge.profile.recipe.name, "bytes-4");
  EXPECT_THAT([] { (void)ready_profile("thorogh"); }, ThrowsMessage<Error>(HasSubstr("thorough")));
  EXPECT_THAT([] { (void)ready_profile("balanced", "no-recipe"); },
              ThrowsMessage<Error>(HasSubstr("bytes-4")));
  EXPECT_THAT([] { (void)ready_profile("balanced", "nowhere.toml"); },
              ThrowsMessage<Error>(HasSubstr("nowhere.toml")));
}

TEST(ReadyProfile, ReadsTheTablesThatARecipeNames) {
  const std::filesystem::path folder = testing::TempDir();
  std::ofstream(folder / "stop.txt") << "word1\nword2\n";
  std::ofstream(folder / "mine.toml") << "name = \"mine\"\n[features]\nstop_words = { file = "
                                         "\"stop.txt\" }\n";
  const ReadyProfile judge = ready_profile("balanced", (folder / "mine.toml").string());
  EXPECT_NE(judge.tables.stop_words, nullptr);
  EXPECT_NE(judge.profile.recipe.features.stop_words.digest, 0U);
  Analyzer with(judge);
  Analyzer without;
  EXPECT_NE(with.analyze(words(50)).fingerprint, without.analyze(words(50)).fingerprint);
}

}  // namespace
}  // namespace facsim

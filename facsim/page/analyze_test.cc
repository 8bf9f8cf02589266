// SPDX-License-Identifier: Apache-2.0
// The door to a page's figures: what is behind it, and what it refuses.
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

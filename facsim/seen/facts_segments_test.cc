// SPDX-License-Identifier: Apache-2.0
// Segments made separately become an index, and pages are matched with one, against every pair.
#include "facsim/seen/facts_segments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "facsim/files/folder_for_test.h"
#include "facsim/known/check_index.h"
#include "facsim/known/facts_matcher.h"
#include "facsim/known/page_index_for_test.h"
#include "facsim/seen/read_page.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;
using for_test::family_pages;

class FactsSegmentsTest : public testing::Test {
 protected:
  FactsSegmentsTest() : temp_(testing::TempDir()), folder_(temp_.path() + "/idx") {}

  std::vector<FactsPage> facts_of(const std::vector<Page>& pages) {
    std::vector<FactsPage> made;
    const RecipeId id = judge_.profile.recipe.id();
    for (const Page& page : pages) {
      const std::string facts =
          facts_without_names(read_page(page, analyzer_, judge_.profile.recipe), id);
      PageName name;
      name.id = page.id;
      name.url = page.url;
      made.push_back(facts_page(facts, std::move(name), judge_.profile.recipe, id));
    }
    return made;
  }
  FactsSegment write(const std::vector<FactsPage>& pages, const std::string& name) {
    std::size_t at = 0;
    return write_facts_segment(temp_.path() + "/" + name, judge_.profile, {.max_distance = 3},
                               [&](FactsPage& page) {
                                 if (at == pages.size()) return false;
                                 page = pages[at++];
                                 return true;
                               });
  }
  std::uint64_t commit(const std::vector<FactsSegment>& segments,
                       FactsCommit how = FactsCommit::append) {
    return commit_facts_segments(folder_, judge_.profile, 3, how, segments, {});
  }
  std::vector<std::string> faults() const {
    std::vector<std::string> found;
    (void)check_index(
        folder_, [&](const Sentence& fault) { found.push_back(fault.plain()); }, [] {});
    return found;
  }

  ReadyProfile judge_{.profile = profile_named("balanced"), .tables = {}};
  PageAnalyzer analyzer_ = analyzer_of_store(judge_, best_kernel());
  TempFolder temp_;
  std::string folder_;
};

TEST_F(FactsSegmentsTest, AnswersAreThoseOfAnIndexThatPagesWereAddedTo) {
  const std::vector<Page> pages = family_pages(300, 1);
  const std::vector<FactsPage> facts = facts_of(pages);
  const auto middle = facts.begin() + 150;
  EXPECT_EQ(commit({write({facts.begin(), middle}, "a"), write({}, "b"),
                    write({middle, facts.end()}, "c")}),
            300U);
  EXPECT_TRUE(faults().empty());
  PageIndex added = PageIndex::begin(temp_.path() + "/other", for_test::usual_options());
  added.add(pages);
  const PageIndex made = PageIndex::open(folder_, for_test::usual_options());
  EXPECT_EQ(made.segments(), 2U);
  for (const Page& page : pages) {
    EXPECT_EQ(for_test::lines_of(made.ask(page)), for_test::lines_of(added.ask(page)));
  }
}

TEST_F(FactsSegmentsTest, FactsComeBackAsTheyWere) {
  const std::vector<FactsPage> facts = facts_of(family_pages(60, 2));
  (void)commit({write(facts, "a")});
  const OpenIndex index(folder_);
  const RecipeId id = judge_.profile.recipe.id();
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const PageSections& pages = *index.parts()[0]->pages;
    const FactsPage back =
        facts_page(facts_of_entry(pages, i, id), pages.name(i), judge_.profile.recipe, id);
    EXPECT_EQ(back.name.url, facts[i].name.url);
    EXPECT_EQ(back.question.facts.digest, facts[i].question.facts.digest);
    EXPECT_EQ(back.question.facts.fingerprint, facts[i].question.facts.fingerprint);
    EXPECT_EQ(back.question.facts.witness, facts[i].question.facts.witness);
    EXPECT_EQ(back.question.anchors, facts[i].question.anchors);
  }
}

TEST_F(FactsSegmentsTest, MatchesAreThoseOfEveryPairInBothDirections) {
  const std::vector<FactsPage> old = facts_of(family_pages(250, 3));
  std::vector<Page> pages = family_pages(250, 3);
  for (std::size_t i = 0; i < pages.size(); i += 2) {
    pages[i].bytes += " some words that come behind";
  }
  const std::vector<FactsPage> fresh = facts_of(pages);
  using Pair = std::tuple<std::string, std::string, int, double, bool>;
  const auto pair_of = [](const FactsPage& page, const FactsPage& known, const Match& match,
                          bool is_one) {
    return Pair{page.name.id, known.name.id, static_cast<int>(match.kind), match.containment,
                is_one};
  };
  std::set<Pair> expected;
  for (const FactsPage& page : fresh) {
    for (const FactsPage& known : old) {
      const PageFacts& a = page.question.facts;
      const PageFacts& b = known.question.facts;
      if (a.digest != b.digest && !are_candidates(a, b, judge_.profile)) continue;
      const auto match = judge_facts(a, b, judge_.profile);
      if (match) expected.insert(pair_of(page, known, *match, are_one_page(a, b)));
    }
  }
  EXPECT_GT(expected.size(), 250U);
  (void)commit({write(old, "a")});
  for (const IndexSide side : {IndexSide::known_pages, IndexSide::new_pages}) {
    const bool is_known = side == IndexSide::known_pages;
    if (!is_known) (void)commit({write(fresh, "b")}, FactsCommit::overwrite);
    const std::vector<FactsPage>& entries = is_known ? old : fresh;
    const std::vector<FactsPage>& asking = is_known ? fresh : old;
    const OpenIndex index(folder_);
    FactsMatcher matcher(index, judge_.profile, side);
    std::vector<PageQuestion> questions;
    for (const FactsPage& page : asking) questions.push_back(page.question);
    std::set<Pair> found;
    matcher.match(questions, [&](const FactsMatch& each) {
      const FactsPage& asked = asking[each.question];
      const FactsPage& entry = entries[each.place.ordinal];
      found.insert(pair_of(is_known ? asked : entry, is_known ? entry : asked, each.match,
                           each.is_one_page));
    });
    EXPECT_EQ(found, expected);
  }
}

TEST_F(FactsSegmentsTest, ACommitThatFailsLeavesTheIndexAsItWas) {
  const std::vector<FactsPage> facts = facts_of(family_pages(20, 4));
  (void)commit({write(facts, "a")});
  const auto before = for_test::files_of(folder_);
  FactsSegment lost = write(facts, "c");
  fs::remove(lost.path);
  EXPECT_THROW(commit({write(facts, "b"), lost}), Error);
  EXPECT_EQ(for_test::files_of(folder_), before);
  EXPECT_TRUE(faults().empty());
}

TEST_F(FactsSegmentsTest, WhatDoesNotFitIsRefusedAndLeavesNoFile) {
  std::vector<FactsPage> facts = facts_of(family_pages(4, 5));
  facts[2].name = {};
  EXPECT_THROW((void)write(facts, "a"), Error);
  EXPECT_FALSE(fs::exists(temp_.path() + "/a"));
  const Recipe& recipe = judge_.profile.recipe;
  EXPECT_THROW((void)facts_page("nonsense", {}, recipe, recipe.id()), Error);
  StoredPage empty;
  EXPECT_THROW((void)facts_page(facts_without_names(empty, recipe.id()), {}, recipe, recipe.id()),
               Error);
  (void)commit({write(facts_of(family_pages(4, 5)), "b")});
  EXPECT_EQ(facts_distance(folder_, judge_.profile, std::nullopt, FactsCommit::append), 3);
  EXPECT_THROW((void)facts_distance(folder_, judge_.profile, 5, FactsCommit::append), Error);
  EXPECT_EQ(facts_distance(folder_, judge_.profile, 5, FactsCommit::overwrite), 5);
  EXPECT_THROW(
      (void)facts_distance(folder_, profile_named("thorough"), std::nullopt, FactsCommit::append),
      Error);
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/name_match.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

// Returns a page of example.org that has this name word and uses no other.
PageFacts page_named(std::string_view word, std::string_view url) {
  PageFacts facts;
  facts.names.is_asked = true;
  EXPECT_TRUE(set_text(facts.names, std::string(word) + " "));
  for (const std::uint64_t hash : name_hashes(word, 0)) {
    facts.names.filter[hash % Names::kFilterBits / 64] |= std::uint64_t{1} << (hash % 64);
  }
  facts.digest.low = hash64(word);
  set_origin(facts.witness, "example.org", url);
  return facts;
}

class MatchOfNames : public testing::Test {
 protected:
  const PageFacts gadget_ = page_named("gadget", "https://example.org/gadget");
  const PageFacts widget_ = page_named("widget", "https://example.org/widget");
};

TEST_F(MatchOfNames, HasTheWordOfEachPageInTheirOrder) {
  const NameMatch match = match_of_names(gadget_, widget_).value();
  EXPECT_EQ(match.word, "gadget");
  EXPECT_EQ(match.other_word, "widget");
  EXPECT_EQ(match.word.data(), gadget_.names.words.data());
  EXPECT_EQ(match.other_word.data(), widget_.names.words.data());
  const NameMatch swapped = match_of_names(widget_, gadget_).value();
  EXPECT_EQ(swapped.word, "widget");
  EXPECT_EQ(swapped.other_word, "gadget");
}

TEST_F(MatchOfNames, NeedsAWordOfOnePageAlone) {
  PageFacts long_page = widget_;
  long_page.names.filter.fill(~std::uint64_t{0});
  EXPECT_EQ(match_of_names(gadget_, long_page).value().word, "");
  EXPECT_EQ(match_of_names(gadget_, long_page).value().other_word, "widget");
  EXPECT_EQ(match_of_names(long_page, gadget_).value().word, "widget");
  EXPECT_EQ(match_of_names(long_page, gadget_).value().other_word, "");
  PageFacts visible = gadget_;
  visible.names.of_visible = true;
  EXPECT_EQ(match_of_names(visible, widget_).value().word, "");
  EXPECT_EQ(match_of_names(visible, widget_).value().other_word, "widget");
}

TEST_F(MatchOfNames, IsNoneOfPagesThatUseTheSameNames) {
  const PageFacts again = page_named("gadget", "https://example.org/print/gadget");
  EXPECT_FALSE(match_of_names(gadget_, again).has_value());
  PageFacts first = gadget_;
  PageFacts second = widget_;
  first.names.filter.fill(~std::uint64_t{0});
  second.names.filter.fill(~std::uint64_t{0});
  EXPECT_FALSE(match_of_names(first, second).has_value());
}

// The filters of long texts are full, so they do not help.
TEST_F(MatchOfNames, IsOfProperNamesThatDifferThoughEachTextMayUseBoth) {
  PageFacts first = gadget_;
  PageFacts second = widget_;
  for (PageFacts* page : {&first, &second}) page->names.filter.fill(~std::uint64_t{0});
  ASSERT_TRUE(set_text(first.names, "=threshold_points api "));
  ASSERT_TRUE(set_text(second.names, "=interpolating api "));
  const NameMatch match = match_of_names(first, second).value();
  EXPECT_EQ(match.word, "threshold_points");
  EXPECT_EQ(match.other_word, "interpolating");
  ASSERT_TRUE(set_text(second.names, "=threshold_points other "));
  EXPECT_FALSE(match_of_names(first, second).has_value());  // other name words for one thing
  ASSERT_TRUE(set_text(second.names, "interpolating "));
  EXPECT_FALSE(match_of_names(first, second).has_value());  // a common word
}

// One page under two names, such as a wiki page and its redirect.
TEST_F(MatchOfNames, IsNoneOfPagesThatSayTheSameInTitleHeadingAndText) {
  PageFacts first = gadget_;
  PageFacts second = gadget_;
  set_origin(second.witness, "example.org", "https://example.org/EcmaScript");
  ASSERT_TRUE(set_text(first.names, "=javascript "));
  ASSERT_TRUE(set_text(second.names, "=ecmascript "));
  EXPECT_FALSE(match_of_names(first, second).has_value());
  second.coverage.visible = 1;
  EXPECT_TRUE(match_of_names(first, second).has_value());
}

// 62 bytes cannot hold all names: an absent one may have been cut.
TEST_F(MatchOfNames, DoesNotTakeANameThatWasCutForOneThatIsNotThere) {
  PageFacts first = gadget_;
  PageFacts second = widget_;
  for (PageFacts* page : {&first, &second}) page->names.filter.fill(~std::uint64_t{0});
  const std::string a(20, 'a');
  const std::string b(20, 'b');
  const std::string c(30, 'c');
  ASSERT_TRUE(set_text(first.names, "=" + a + " =" + b + " "));
  ASSERT_TRUE(set_text(second.names, "=" + c + " =" + a + " "));
  EXPECT_FALSE(match_of_names(first, second).has_value());
  ASSERT_TRUE(set_text(second.names, "=short =" + a + " "));
  ASSERT_TRUE(match_of_names(first, second).has_value());
  EXPECT_EQ(match_of_names(first, second)->word, b);
}

TEST_F(MatchOfNames, IsNoneOfTwoSites) {
  PageFacts abroad = widget_;
  set_origin(abroad.witness, "example.com", "https://example.com/widget");
  EXPECT_FALSE(match_of_names(gadget_, abroad).has_value());
  EXPECT_FALSE(match_of_names(abroad, gadget_).has_value());
}

TEST_F(MatchOfNames, IsNoneOfCapturesOfOneUrl) {
  const PageFacts later = page_named("widget", "https://example.org/gadget");
  EXPECT_FALSE(match_of_names(gadget_, later).has_value());
  // Two pages without a URL are not captures of one URL.
  EXPECT_TRUE(match_of_names(page_named("gadget", ""), page_named("widget", "")).has_value());
}

TEST_F(MatchOfNames, IsNoneIfOneOfThemIsNotAsked) {
  PageFacts text_page = widget_;
  text_page.names = Names{};
  EXPECT_FALSE(match_of_names(gadget_, text_page).has_value());
  EXPECT_FALSE(match_of_names(text_page, gadget_).has_value());
}

}  // namespace
}  // namespace facsim

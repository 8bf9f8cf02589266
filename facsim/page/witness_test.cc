// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/witness.h"

#include <gtest/gtest.h>

#include "facsim/page/match_of_witnesses.h"
#include "facsim/page/page_facts.h"

namespace facsim {
namespace {

Sketch sketch_with(std::size_t others) {
  Sketch sketch;
  for (std::size_t bin = 0; bin < others; ++bin) sketch.bins[bin] = 1;
  return sketch;
}

// Returns a page with a main text of 300 units inside a visible text of its own.
PageFacts page_of_title(std::uint64_t title, std::size_t visible) {
  PageFacts facts;
  facts.has_text = facts.has_fingerprint = true;
  facts.digest = {title, visible};
  facts.witness = {.site = site_key("example.org"),
                   .url = 0,
                   .title = title,
                   .marks = 0,
                   .text = sketch_with(visible),
                   .has_text = true,
                   .is_short = true,
                   .judged_visible = false};
  return facts;
}

// Returns a page whose visible text is judged: its main text is `main`, or empty.
PageFacts fallen_back(std::uint64_t title, std::size_t visible, std::size_t main, bool has_main) {
  PageFacts facts = page_of_title(title, main);
  facts.witness.judged_visible = true;
  facts.witness.has_text = has_main;
  facts.sketch = sketch_with(visible);
  return facts;
}

std::optional<double> said(const PageFacts& first, const PageFacts& second) {
  const std::optional<WitnessMatch> match = match_of_witnesses(first, second);
  return match ? std::optional(match->resemblance) : std::nullopt;
}

TEST(Witness, IsAskedOfTwoTitlesOfOneSiteWhereAMainTextIsShort) {
  const PageFacts one = page_of_title(1, 0);
  const PageFacts other = page_of_title(2, 32);
  EXPECT_NEAR(said(one, other).value(), 0.5, 0.01);
  EXPECT_EQ(said(one, page_of_title(1, 32)), std::nullopt) << "one title";
  EXPECT_EQ(said(one, page_of_title(0, 32)), std::nullopt) << "no title";
  PageFacts abroad = other;
  abroad.witness.site = site_key("example.com");
  EXPECT_EQ(said(one, abroad), std::nullopt) << "syndication";
  PageFacts capture = one;
  PageFacts later = other;
  capture.witness.url = later.witness.url = url_key("https://example.org/a");
  EXPECT_EQ(said(capture, later), std::nullopt) << "a title that was edited";
  later.witness.url = url_key("https://example.org/b");
  EXPECT_TRUE(match_of_witnesses(capture, later).has_value());
  PageFacts long_one = one;
  PageFacts long_other = other;
  long_one.witness.is_short = false;
  EXPECT_TRUE(match_of_witnesses(long_one, other).has_value()) << "the shorter one counts";
  long_other.witness.is_short = false;
  EXPECT_EQ(said(long_one, long_other), std::nullopt);
  long_one.witness.has_text = false;
  EXPECT_EQ(said(long_one, other), std::nullopt) << "nothing was kept to ask";
}

TEST(Witness, IsTheTextThatWasNotJudged) {
  EXPECT_NEAR(said(page_of_title(1, 0), fallen_back(2, 16, 64, true)).value(), 0.75, 0.01)
      << "visible text of both";
  EXPECT_NEAR(said(fallen_back(1, 0, 0, true), fallen_back(2, 0, 48, true)).value(), 0.25, 0.01)
      << "main text of both";
}

TEST(Witness, PagesOfMenusAloneAreTwoIfTheirTitlesDiffer) {
  PageFacts one = fallen_back(1, 0, 0, false);
  PageFacts other = fallen_back(2, 0, 0, false);
  EXPECT_EQ(said(one, other), 0.0);
  EXPECT_TRUE(are_menus_alone(one, other));
  EXPECT_FALSE(are_menus_alone(one, page_of_title(2, 0)));
  EXPECT_FALSE(are_menus_alone(fallen_back(1, 0, 0, true), fallen_back(2, 0, 0, true)));
  EXPECT_EQ(said(one, fallen_back(2, 0, 0, true)), 0.0);
  other.digest = one.digest;
  EXPECT_FALSE(are_menus_alone(one, other));
  EXPECT_EQ(said(one, other), std::nullopt) << "all that is visible is the same";
}

PageFacts stub(std::uint64_t title, std::size_t visible) {
  PageFacts facts = page_of_title(title, visible);
  facts.witness.is_stub = true;
  return facts;
}

TEST(Witness, StubsOfOneTitleNeedHalfOfTheVisibleTextAndOthersAllOfIt) {
  const auto versions = match_of_witnesses(stub(1, 0), stub(1, 24));
  ASSERT_TRUE(versions.has_value());
  EXPECT_FALSE(versions->of_other_pages);
  EXPECT_EQ(versions->required(0.8), 0.5);
  EXPECT_EQ(versions->required(0.3), 0.3);
  const auto others = match_of_witnesses(stub(1, 0), stub(2, 24));
  ASSERT_TRUE(others.has_value());
  EXPECT_EQ(others->required(0.8), 0.8);
  EXPECT_EQ(said(stub(1, 0), stub(2, 0)), 0.0) << "their texts differ";
  PageFacts same = stub(2, 0);
  same.digest = stub(1, 0).digest;
  EXPECT_EQ(said(stub(1, 0), same), std::nullopt) << "nothing but the title differs";
  PageFacts heading = stub(2, 1);
  heading.digest = stub(1, 0).digest;
  EXPECT_EQ(said(stub(1, 0), heading), 0.0) << "all else that is visible differs";
  PageFacts abroad = stub(1, 24);
  abroad.witness.site = site_key("example.com");
  EXPECT_EQ(match_of_witnesses(stub(1, 0), abroad).value().required(0.8), 0.8) << "of another site";
  PageFacts capture = stub(1, 0);
  PageFacts later = stub(2, 24);
  capture.witness.url = later.witness.url = url_key("https://example.org/a");
  EXPECT_EQ(match_of_witnesses(capture, later).value().required(0.8), 0.5) << "of one URL";
}

TEST(Witness, JudgementIsSymmetric) {
  const PageFacts pages[] = {page_of_title(1, 0), page_of_title(2, 20), fallen_back(3, 5, 9, true),
                             stub(1, 30), fallen_back(4, 40, 0, false)};
  for (const PageFacts& one : pages) {
    for (const PageFacts& other : pages) {
      EXPECT_EQ(said(one, other), said(other, one));
    }
  }
}

TEST(WitnessKey, IsOneForPagesThatStandForEachOther) {
  EXPECT_EQ(witness_key({}), 0U);
  EXPECT_EQ(witness_key(page_of_title(1, 5).witness), witness_key(page_of_title(1, 5).witness));
  EXPECT_NE(witness_key(page_of_title(1, 5).witness), witness_key(page_of_title(2, 5).witness));
  EXPECT_NE(witness_key(page_of_title(1, 5).witness), witness_key(page_of_title(1, 6).witness));
  Witness elsewhere = page_of_title(1, 5).witness;
  elsewhere.site = site_key("example.com");
  EXPECT_NE(witness_key(page_of_title(1, 5).witness), witness_key(elsewhere));
  Witness other_url = page_of_title(1, 5).witness;
  other_url.url = url_key("https://example.org/b");
  EXPECT_NE(witness_key(page_of_title(1, 5).witness), witness_key(other_url))
      << "captures may excuse titles";
  elsewhere.title = 0;
  EXPECT_EQ(witness_key(elsewhere), 0U) << "nobody asks";
}

TEST(SiteKey, HostsAreApartAndPagesWithoutOneAreOfOneSite) {
  EXPECT_NE(site_key("example.org"), site_key("example.com"));
  EXPECT_NE(site_key("example.org"), site_key(""));
  Witness one;
  Witness other;
  set_origin(one, "", "");
  set_origin(other, "", "");
  EXPECT_EQ(one, other);
}

TEST(Witness, MarksAloneTellPagesApartUnlessAllTextIsTheSame) {
  PageFacts plus = page_of_title(1, 0);
  PageFacts minus = page_of_title(1, 0);
  plus.witness.marks = 3;
  minus.witness.marks = 5;
  EXPECT_EQ(said(plus, minus), std::nullopt) << "equal digests";
  minus.digest = {9, 9};
  EXPECT_EQ(said(plus, minus), 0.0);
  EXPECT_NE(witness_key(plus.witness), witness_key(minus.witness));
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/witness.h"

#include <gtest/gtest.h>

#include "facsim/engine/page_facts.h"

namespace facsim {
namespace {

Sketch sketch_with(std::size_t others) {
  Sketch sketch;
  for (std::size_t bin = 0; bin < others; ++bin) sketch.bins[bin] = 1;
  return sketch;
}

// A page of a main text of 300 units that stands in visible text of its own.
PageFacts page(std::uint64_t title, std::size_t visible) {
  PageFacts facts;
  facts.has_text = facts.has_fingerprint = true;
  facts.digest = {title, visible};
  facts.witness = {.site = site_key("example.org", {}),
                   .url = 0,
                   .title = title,
                   .text = sketch_with(visible),
                   .has_text = true,
                   .is_short = true,
                   .judged_visible = false};
  return facts;
}

// One whose visible text is judged: its main text says `main`, or nothing.
PageFacts fallen_back(std::uint64_t title, std::size_t visible, std::size_t main, bool has_main) {
  PageFacts facts = page(title, main);
  facts.witness.judged_visible = true;
  facts.witness.has_text = has_main;
  facts.sketch = sketch_with(visible);
  return facts;
}

TEST(Witness, IsAskedOfTwoTitlesOfOneSiteWhereAMainTextIsShort) {
  const PageFacts one = page(1, 0);
  const PageFacts other = page(2, 32);
  EXPECT_NEAR(witness_resemblance(one, other).value(), 0.5, 0.01);
  EXPECT_EQ(witness_resemblance(one, page(1, 32)), std::nullopt) << "one title";
  EXPECT_EQ(witness_resemblance(one, page(0, 32)), std::nullopt) << "no title";
  PageFacts abroad = other;
  abroad.witness.site = site_key("example.com", {});
  EXPECT_EQ(witness_resemblance(one, abroad), std::nullopt) << "syndication";
  PageFacts capture = one;
  PageFacts later = other;
  capture.witness.url = later.witness.url = url_key("https://example.org/a");
  EXPECT_EQ(witness_resemblance(capture, later), std::nullopt) << "a title that was edited";
  later.witness.url = url_key("https://example.org/b");
  EXPECT_TRUE(witness_resemblance(capture, later).has_value());
  PageFacts long_one = one;
  PageFacts long_other = other;
  long_one.witness.is_short = false;
  EXPECT_TRUE(witness_resemblance(long_one, other).has_value()) << "the shorter one counts";
  long_other.witness.is_short = false;
  EXPECT_EQ(witness_resemblance(long_one, long_other), std::nullopt);
  long_one.witness.has_text = false;
  EXPECT_EQ(witness_resemblance(long_one, other), std::nullopt) << "nothing was kept to ask";
}

TEST(Witness, IsTheTextThatWasNotJudged) {
  EXPECT_NEAR(witness_resemblance(page(1, 0), fallen_back(2, 16, 64, true)).value(), 0.75, 0.01)
      << "visible text of both";
  EXPECT_NEAR(witness_resemblance(fallen_back(1, 0, 0, true), fallen_back(2, 0, 48, true)).value(),
              0.25, 0.01)
      << "main text of both";
}

TEST(Witness, PagesOfMenusAloneAreTwoIfTheirTitlesDiffer) {
  PageFacts one = fallen_back(1, 0, 0, false);
  PageFacts other = fallen_back(2, 0, 0, false);
  EXPECT_EQ(witness_resemblance(one, other), 0.0);
  EXPECT_EQ(witness_resemblance(one, fallen_back(2, 0, 0, true)), 0.0);
  other.digest = one.digest;
  EXPECT_EQ(witness_resemblance(one, other), std::nullopt) << "all that is visible is the same";
}

TEST(Witness, JudgementIsSymmetric) {
  const PageFacts pages[] = {page(1, 0), page(2, 20), fallen_back(3, 5, 9, true),
                             fallen_back(4, 40, 0, false)};
  for (const PageFacts& one : pages) {
    for (const PageFacts& other : pages) {
      EXPECT_EQ(witness_resemblance(one, other), witness_resemblance(other, one));
    }
  }
}

TEST(WitnessKey, IsOneForPagesThatStandForEachOther) {
  EXPECT_EQ(witness_key({}), 0U);
  EXPECT_EQ(witness_key(page(1, 5).witness), witness_key(page(1, 5).witness));
  EXPECT_NE(witness_key(page(1, 5).witness), witness_key(page(2, 5).witness));
  EXPECT_NE(witness_key(page(1, 5).witness), witness_key(page(1, 6).witness));
  Witness elsewhere = page(1, 5).witness;
  elsewhere.site = site_key("example.com", {});
  EXPECT_NE(witness_key(page(1, 5).witness), witness_key(elsewhere));
  elsewhere.title = 0;
  EXPECT_EQ(witness_key(elsewhere), 0U) << "nobody asks";
}

TEST(SiteKey, HostsAndInputsAreApart) {
  EXPECT_EQ(site_key("example.org", "a.warc"), site_key("example.org", "b.warc"));
  EXPECT_NE(site_key({}, "a.warc"), site_key({}, "b.warc"));
  EXPECT_NE(site_key({}, "example.org"), site_key("example.org", {}));
}

}  // namespace
}  // namespace facsim

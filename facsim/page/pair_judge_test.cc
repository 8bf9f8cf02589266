// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/pair_judge.h"

#include <gtest/gtest.h>

namespace facsim {
namespace {

PageFacts page_of_number(std::uint64_t number, std::uint32_t shingles) {
  PageFacts facts;
  facts.has_text = facts.has_fingerprint = true;
  facts.digest = {number, number};
  facts.fingerprint = number;
  facts.shingles = shingles;
  facts.units = shingles + 4;
  return facts;
}

// Evidence from texts, from a list of pairs, and from the row of another page with the same text
// gives the same match: by construction there is one judge, and this test has one caller of each
// kind.
TEST(JudgePair, SaysTheSameWhoeverAsks) {
  const PageFacts one = page_of_number(1, 100);
  const PageFacts other = page_of_number(3, 110);
  const Thresholds thresholds;
  const auto by_text = judge_pair(one, other, text_evidence({100, 110, 95}), thresholds);
  ASSERT_TRUE(by_text);
  EXPECT_EQ(by_text->kind, Kind::content);
  EXPECT_EQ(by_text->distance, 1);
  EXPECT_DOUBLE_EQ(by_text->resemblance, 95.0 / 115);
  EXPECT_DOUBLE_EQ(by_text->containment, 0.95);
  const auto again = judge_pair(one, other, evidence_of(*by_text), thresholds);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->kind, by_text->kind);
  EXPECT_EQ(again->resemblance, by_text->resemblance);
  EXPECT_EQ(judge_pair(one, other, text_evidence({100, 110, 40}), thresholds), std::nullopt);
}

TEST(JudgePair, EqualDigestsNeedNoText) {
  PageFacts one = page_of_number(7, 0);
  one.has_fingerprint = false;  // too short to judge
  const auto evidence = evidence_of_facts(one, one);
  ASSERT_TRUE(evidence);
  const auto match = judge_pair(one, one, *evidence, {});
  ASSERT_TRUE(match);
  EXPECT_EQ(match->kind, Kind::exact);
  EXPECT_EQ(match->by, By::digest);
  EXPECT_EQ(match->agreement, 1);
  EXPECT_EQ(match->is_template, false);
  PageFacts titled = one;
  titled.witness.title = 1;
  EXPECT_TRUE(judge_pair(one, titled, *evidence, {}).has_value()) << "no title";
  PageFacts other_title = one;
  other_title.witness.title = 2;
  EXPECT_EQ(judge_pair(titled, other_title, *evidence, {}), std::nullopt);
  PageFacts other = one;
  other.digest = {8, 8};
  EXPECT_EQ(evidence_of_facts(one, other), std::nullopt);
}

// A set does not record how often and in which order its members occur.
TEST(JudgePair, LengthsAndOrderContradictSets) {
  const PageFacts once = page_of_number(1, 200);
  PageFacts often = page_of_number(2, 200);
  often.units = 320;
  const auto alike = [](const PageFacts& page, const PageFacts& kept, double agreement) {
    const auto match = judge_pair(page, kept, text_evidence({200, 200, 200}, agreement), {});
    return match && match->kind == Kind::content;
  };
  EXPECT_FALSE(alike(once, often, 0.6)) << "204 and 320 units";
  EXPECT_FALSE(alike(often, once, 0.6));
  often.units = 300;
  EXPECT_TRUE(alike(once, often, 0.6));
  EXPECT_TRUE(alike(once, page_of_number(3, 200), 0.1)) << "other order, nothing repeated";
  PageFacts other = often;
  often.units = other.units = 2000;
  EXPECT_TRUE(asks_order(often, other));
  EXPECT_TRUE(alike(often, other, 0.6));
  EXPECT_FALSE(alike(often, other, 0.4));
  EXPECT_EQ(judge_pair(often, other, same_text_evidence(), {})->kind, Kind::exact);
}

TEST(JudgePair, LengthsThatForbidAnAgreementStandForIt) {
  const Thresholds thorough{.min_resemblance = 0.62, .min_agreement = 0.82, .min_containment = 1.1};
  const PageFacts small = page_of_number(1, 100);
  const PageFacts large = page_of_number(2, 200);
  EXPECT_EQ(judge_pair(small, large, text_evidence({100, 200, 100}), thorough), std::nullopt);
  EXPECT_TRUE(
      judge_pair(small, page_of_number(2, 101), text_evidence({100, 101, 90}, 0.9), thorough));
}

// If titles differ within a site, no evidence makes the pages one, not even equal texts.
TEST(JudgePair, TitlesMakeTwoPagesWhateverTheEvidence) {
  PageFacts one = page_of_number(1, 100);
  PageFacts other = one;
  for (PageFacts* facts : {&one, &other}) {
    facts->witness.site = 5;
    facts->witness.is_short = facts->witness.has_text = true;
  }
  one.witness.title = 1;
  other.witness.title = 2;
  for (std::size_t bin = 0; bin < 32; ++bin) other.witness.text.bins[bin] = 1;
  EXPECT_TRUE(are_two_pages(one, other, 1, {}));
  const Evidence all = text_evidence({100, 100, 100});
  EXPECT_EQ(judge_pair(one, other, same_text_evidence(), {}).value().kind, Kind::partial);
  EXPECT_EQ(judge_pair(one, other, all, {}).value().kind, Kind::partial);
  EXPECT_EQ(judge_pair(one, other, all, {.min_containment = 1.1}), std::nullopt);
  EXPECT_EQ(estimate_match(one, other, {.min_containment = 1.1}).match, std::nullopt);
  EXPECT_FALSE(are_two_pages(one, other, 1, {.min_resemblance = 0.4}));
  const Thresholds low{.min_resemblance = 0.4};
  EXPECT_EQ(judge_pair(one, other, same_text_evidence(), low).value().kind, Kind::exact);
  other.witness.title = 1;
  EXPECT_EQ(judge_pair(one, other, same_text_evidence(), {}).value().kind, Kind::exact);
}

}  // namespace
}  // namespace facsim

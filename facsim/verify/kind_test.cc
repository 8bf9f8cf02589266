// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/kind.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "facsim/verify/overlap.h"

namespace facsim {
namespace {

constexpr Thresholds kThresholds{.min_resemblance = 0.8, .min_containment = 0.5, .min_layout = 0.8};

// The table of the four kinds, row by row.
TEST(Kind, SameTextIsExactUnlessBothHaveMarkupThatDiffers) {
  const Likeness plain{.same_text = true, .resemblance = 1, .containment = 1};
  Likeness same_layout = plain;
  same_layout.layout = 0.8;
  Likeness other_layout = plain;
  other_layout.layout = 0.79;
  EXPECT_EQ(kind_of(plain, kThresholds), Kind::exact);
  EXPECT_EQ(kind_of(same_layout, kThresholds), Kind::exact);
  EXPECT_EQ(kind_of(other_layout, kThresholds), Kind::content);
  // Texts too short for shingles have no resemblance, but equal texts still match.
  EXPECT_EQ(kind_of({.same_text = true}, kThresholds), Kind::exact);
}

TEST(Kind, SameTextIsContentWhereSomethingElseVisibleDiffers) {
  EXPECT_EQ(kind_of({.same_text = true, .same_visible = false, .layout = 1.0}, kThresholds),
            Kind::content);
}

TEST(Kind, AnotherOrderIsNoContent) {
  EXPECT_EQ(kind_of({.is_other_order = true, .resemblance = 1, .containment = 1}, kThresholds),
            Kind::partial);
  EXPECT_EQ(kind_of({.is_other_order = true, .resemblance = 1}, kThresholds), std::nullopt);
}

TEST(Kind, ContentIsResemblanceAtOrAboveTheThreshold) {
  EXPECT_EQ(kind_of({.resemblance = 0.8, .layout = 1.0}, kThresholds), Kind::content);
  EXPECT_EQ(kind_of({.resemblance = 0.8}, kThresholds), Kind::content);
  EXPECT_EQ(kind_of({.resemblance = 4.0 / 5.0, .containment = 0.9}, kThresholds), Kind::content);
  EXPECT_EQ(kind_of({.resemblance = 0.79}, kThresholds), std::nullopt);
}

TEST(Kind, LayoutAndPartialAreContainmentEitherWay) {
  EXPECT_EQ(kind_of({.resemblance = 0.4, .containment = 0.5, .layout = 0.8}, kThresholds),
            Kind::layout);
  EXPECT_EQ(kind_of({.resemblance = 0.4, .containment_reverse = 0.5, .layout = 0.8}, kThresholds),
            Kind::layout);
  EXPECT_EQ(kind_of({.resemblance = 0.4, .containment = 0.5, .layout = 0.7}, kThresholds),
            Kind::partial);
  EXPECT_EQ(kind_of({.resemblance = 0.4, .containment_reverse = 0.9}, kThresholds), Kind::partial);
  EXPECT_EQ(kind_of({.resemblance = 0.4, .containment = 0.49, .layout = 1.0}, kThresholds),
            std::nullopt);
}

TEST(Kind, ThresholdsAboveOneSwitchKindsOff) {
  const Thresholds no_parts{.min_containment = 1.1};
  EXPECT_EQ(kind_of({.resemblance = 0.7, .containment = 1, .layout = 1.0}, no_parts), std::nullopt);
  EXPECT_EQ(kind_of({.resemblance = 0.8, .containment = 1, .layout = 1.0}, no_parts),
            Kind::content);
}

TEST(Kind, AgreementDecidesWhereItIsAskedAndMeasured) {
  const Thresholds thorough{.min_resemblance = 0.62, .min_agreement = 0.82};
  EXPECT_EQ(kind_of({.agreement = 0.82, .resemblance = 0.2}, thorough), Kind::content);
  EXPECT_EQ(kind_of({.agreement = 0.81, .resemblance = 0.9}, thorough), std::nullopt);
  EXPECT_EQ(kind_of({.agreement = 0.81, .resemblance = 0.9, .containment = 0.9}, thorough),
            Kind::partial);
  EXPECT_EQ(kind_of({.resemblance = 0.62}, thorough), Kind::content) << "no text was at hand";
  EXPECT_EQ(kind_of({.agreement = 1, .resemblance = 0.2}, kThresholds), std::nullopt)
      << "nobody asked";
}

TEST(Kind, AgreementAloneIsNotEnoughWhereAResemblanceIsAskedBesideIt) {
  const Thresholds thorough{.min_resemblance = 0.62,
                            .min_agreement = 0.82,
                            .min_resemblance_with_agreement = 0.5,
                            .min_containment = 1.1};
  EXPECT_EQ(kind_of({.agreement = 0.82, .resemblance = 0.5}, thorough), Kind::content);
  EXPECT_EQ(kind_of({.agreement = 0.99, .resemblance = 0.49}, thorough), std::nullopt);
  EXPECT_TRUE(estimate_may_match(0.4, 1000, 1000, thorough));
  EXPECT_FALSE(estimate_may_match(0.1, 1000, 1000, thorough));
}

TEST(Kind, TwoPagesShareAPartAtMost) {
  Likeness stubs{.same_text = true, .resemblance = 1, .containment = 1};
  EXPECT_EQ(kind_of(stubs, kThresholds), Kind::exact);
  stubs.are_two = true;
  EXPECT_EQ(kind_of(stubs, kThresholds), Kind::partial) << "two pages that share a text";
  stubs.layout = 0.9;
  EXPECT_EQ(kind_of(stubs, kThresholds), Kind::layout);
  stubs.containment = 0.4;
  EXPECT_EQ(kind_of(stubs, kThresholds), std::nullopt);
}

TEST(EstimateMayMatch, RefusesOnlyWhatIsFarBelow) {
  // Sets of one size: half of one in the other is a resemblance of a third; its error is .059.
  EXPECT_TRUE(estimate_may_match(0.8, 1000, 1000, kThresholds));
  EXPECT_TRUE(estimate_may_match(0.12, 1000, 1000, kThresholds));
  EXPECT_FALSE(estimate_may_match(0.05, 1000, 1000, kThresholds));
  // A small page may be contained in a large one.
  EXPECT_TRUE(estimate_may_match(0.0, 100, 10'000, kThresholds));
  // Without parts only the threshold counts; small sets fill few bins, so a larger error is
  // allowed.
  const Thresholds no_parts{.min_resemblance = 0.8, .min_containment = 1.1};
  EXPECT_FALSE(estimate_may_match(0.55, 1000, 1000, no_parts));
  EXPECT_TRUE(estimate_may_match(0.55, 20, 20, no_parts));
  EXPECT_TRUE(estimate_may_match(0.0, 1000, 1000, Thresholds{.min_agreement = 0.8}));
}

TEST(GreyZone, LiesAroundTheThreshold) {
  const Thresholds thresholds{.min_resemblance = 0.8, .grey_zone = 0.125};
  EXPECT_TRUE(is_in_grey_zone(0.8, thresholds));
  EXPECT_TRUE(is_in_grey_zone(0.68, thresholds));
  EXPECT_TRUE(is_in_grey_zone(0.92, thresholds));
  EXPECT_FALSE(is_in_grey_zone(0.67, thresholds));
  EXPECT_FALSE(is_in_grey_zone(0.93, thresholds));
  const Thresholds thorough{.min_resemblance = 0.62,
                            .min_agreement = 0.82,
                            .min_resemblance_with_agreement = 0.5,
                            .grey_zone = 0.15};
  EXPECT_TRUE(is_in_grey_zone(0.97, thorough)) << "by agreement";
  EXPECT_FALSE(is_in_grey_zone(0.34, thorough));
}

// All sizes and overlaps of a small world: no overlap turns rejected sizes into a match, and some
// overlap turns accepted sizes into one.
TEST(SizesMayMatch, RefusesExactlyWhatCannotMatch) {
  for (const double min_resemblance : {0.0, 0.1, 0.5, 0.8, 0.9, 1.0, 1.1}) {
    for (const double min_containment : {0.0, 0.5, 1.0, 1.1}) {
      const Thresholds thresholds{.min_resemblance = min_resemblance,
                                  .min_containment = min_containment};
      for (std::uint64_t first = 0; first <= 30; ++first) {
        for (std::uint64_t second = 0; second <= 30; ++second) {
          bool some_match = first == second;  // they may have equal texts
          for (std::uint64_t shared = 0; shared <= std::min(first, second); ++shared) {
            const Overlap both{first, second, shared};
            some_match |= kind_of({.resemblance = both.resemblance(),
                                   .containment = both.containment(),
                                   .containment_reverse = both.containment_reverse()},
                                  thresholds)
                              .has_value();
          }
          ASSERT_EQ(sizes_may_match(first, second, thresholds), some_match)
              << first << " " << second << " " << min_resemblance << " " << min_containment;
        }
      }
    }
  }
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/figures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

// The worked examples of Newcombe, Statistics in Medicine 17 (1998), table I, method 3: the score
// interval without continuity correction, at 95 percent.
TEST(EvalFigures, WilsonGivesThePublishedIntervals) {
  struct Case {
    std::uint64_t part, whole;
    double low, high;
  };
  for (const Case& c : {Case{81, 263, .2553, .3662}, Case{15, 148, .0624, .1605},
                        Case{0, 20, 0, .1611}, Case{1, 29, .0061, .1718}}) {
    const auto interval = wilson(c.part, c.whole);
    ASSERT_TRUE(interval);
    EXPECT_NEAR(interval->low, c.low, 5e-5) << c.part << " of " << c.whole;
    EXPECT_NEAR(interval->high, c.high, 5e-5) << c.part << " of " << c.whole;
  }
}

TEST(EvalFigures, WilsonIsSymmetricAndHoldsTheShare) {
  for (std::uint64_t whole = 1; whole < 60; ++whole) {
    for (std::uint64_t part = 0; part <= whole; ++part) {
      const auto one = wilson(part, whole);
      const auto other = wilson(whole - part, whole);
      EXPECT_NEAR(one->low, 1 - other->high, 1e-12);
      const double share = static_cast<double>(part) / static_cast<double>(whole);
      EXPECT_LE(0, one->low);
      EXPECT_LE(one->low, share);
      EXPECT_LE(share, one->high);
      EXPECT_LE(one->high, 1);
    }
  }
}

TEST(EvalFigures, WhatWasNeverCountedIsUnknown) {
  EXPECT_FALSE(wilson(0, 0));
  EXPECT_FALSE((Share{0, 0}).value());
  const EvalCounts none;
  EXPECT_FALSE(none.f1());
  EXPECT_FALSE(none.f1_interval());
  const EvalCounts silent{.right = 0, .wrong = 0, .missed = 4};
  EXPECT_FALSE(silent.precision().value());
  EXPECT_EQ(silent.recall().value(), 0);
  EXPECT_EQ(silent.f1(), 0);
}

TEST(EvalFigures, F1IsTheHarmonicMean) {
  for (std::uint64_t right = 1; right < 12; ++right) {
    for (std::uint64_t wrong = 0; wrong < 12; ++wrong) {
      for (std::uint64_t missed = 0; missed < 12; ++missed) {
        const EvalCounts counts{right, wrong, missed};
        const double p = *counts.precision().value();
        const double r = *counts.recall().value();
        EXPECT_NEAR(*counts.f1(), 2 * p * r / (p + r), 1e-12);
        EXPECT_LE(counts.f1_interval()->low, *counts.f1());
        EXPECT_GE(counts.f1_interval()->high, *counts.f1());
      }
    }
  }
}

// Draws pairs many times, as a bootstrap does: 95 of 100 intervals must contain the true F1.
TEST(EvalFigures, TheIntervalOfF1HoldsTheTruthAboutAsOftenAsItSays) {
  const double right = .55, wrong = .1, missed = .15;  // and .2 true negatives
  const double truth = 2 * right / (2 * right + wrong + missed);
  int held = 0;
  const int runs = 4000;
  for (int run = 0; run < runs; ++run) {
    EvalCounts counts;
    for (int pair = 0; pair < 200; ++pair) {
      const std::uint64_t draw =
          mix64(static_cast<std::uint64_t>(run) * 1000 + static_cast<std::uint64_t>(pair) + 1);
      const double u = std::ldexp(static_cast<double>(draw >> 11), -53);
      if (u < right) {
        ++counts.right;
      } else if (u < right + wrong) {
        ++counts.wrong;
      } else if (u < right + wrong + missed) {
        ++counts.missed;
      }
    }
    const auto interval = counts.f1_interval();
    if (interval->low <= truth && truth <= interval->high) ++held;
  }
  EXPECT_GT(held, runs * 93 / 100);
  EXPECT_LT(held, runs * 97 / 100);
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/tally.h"

#include <gtest/gtest.h>

#include <bit>

#include "facsim/base/hash64.h"
#include "facsim/fingerprint/sketcher.h"
#include "facsim/run/thread_executor.h"

namespace facsim {
namespace {

// Pages in families with similar fingerprints and sketches, some with a count above 1.
std::vector<CensusPage> pages_of(std::size_t count) {
  std::vector<CensusPage> pages(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t family = i / 5;
    pages[i].fingerprint = mix64(family + 1) ^ (std::uint64_t{1} << (mix64(i + 9) % 64));
    for (std::size_t bin = 0; bin < Sketch::kBins; ++bin) {
      const bool own = combine(i, bin) % 100 < i % 5 * 12;
      pages[i].sketch.bins[bin] =
          static_cast<std::uint8_t>(own ? combine(i + 77, bin) : combine(family, bin));
    }
    pages[i].count = 1 + i % 3;
  }
  return pages;
}

TEST(EvalCensus, CountsEveryPairOnce) {
  const auto pages = pages_of(150);
  Census expected;
  const auto add = [&](const CensusPage& a, const CensusPage& b, std::uint64_t weight) {
    std::size_t equal = 0;
    for (std::size_t bin = 0; bin < Sketch::kBins; ++bin) {
      equal += a.sketch.bins[bin] == b.sketch.bins[bin] ? 1 : 0;
    }
    const auto keys = band_keys(a.sketch);
    const auto others = band_keys(b.sketch);
    bool band = false;
    for (std::size_t i = 0; i < kBands; ++i) band |= keys[i] == others[i];
    const int distance = std::popcount(a.fingerprint ^ b.fingerprint);
    expected.by_distance[static_cast<std::size_t>(distance)] += weight;
    expected.by_bins[equal] += weight;
    if (band) expected.by_bands += weight;
    expected.pairs += weight;
  };
  for (std::size_t i = 0; i < pages.size(); ++i) {
    add(pages[i], pages[i], pages[i].count * (pages[i].count - 1) / 2);
    for (std::size_t j = 0; j < i; ++j) add(pages[i], pages[j], pages[i].count * pages[j].count);
  }
  for (const int threads : {1, 4}) {
    ThreadExecutor executor(threads);
    const Census census = take_census(pages, executor);
    EXPECT_EQ(census.by_distance, expected.by_distance);
    EXPECT_EQ(census.by_bins, expected.by_bins);
    EXPECT_EQ(census.by_bands, expected.by_bands);
    EXPECT_EQ(census.pairs, expected.pairs);
  }
  EXPECT_GT(expected.by_bands, 100U);
}

TEST(EvalCensus, EstimatesAreTheSketchersOwn) {
  EXPECT_EQ(estimate_of_bins(Sketch::kBins), 1);
  EXPECT_EQ(estimate_of_bins(0), 0);
  const auto pages = pages_of(10);
  for (const CensusPage& a : pages) {
    for (const CensusPage& b : pages) {
      std::size_t equal = 0;
      for (std::size_t i = 0; i < Sketch::kBins; ++i) equal += a.sketch.bins[i] == b.sketch.bins[i];
      EXPECT_EQ(estimate_of_bins(equal), estimated_resemblance(a.sketch, b.sketch));
    }
  }
}

const EvalMeasure& named(const std::vector<EvalMeasure>& measures, const std::string& name) {
  for (const EvalMeasure& measure : measures) {
    if (measure.name == name) return measure;
  }
  throw std::runtime_error(name);
}

TEST(EvalTally, ThresholdsTakeWhatLiesOnThem) {
  EvalTally tally(
      {.distances = {0, 3}, .thresholds = {.5, .8}, .channels = {"a"}, .curve_low = .5});
  const auto add = [&](bool is_true, std::optional<int> distance, double resemblance, bool found,
                       std::uint64_t weight) {
    PairFigures pair;
    pair.is_true = is_true;
    pair.weight = weight;
    pair.distance = distance;
    pair.resemblance = resemblance;
    pair.in_channel = {found};
    tally.add(pair);
  };
  add(true, 0, 1, true, 1);
  add(true, 3, .8, true, 2);
  add(true, 4, .79, false, 4);
  add(true, std::nullopt, .3, true, 8);
  add(false, 3, .5, true, 16);
  add(false, std::nullopt, .49, false, 32);
  EXPECT_EQ(tally.pairs_true(), 15U);
  EXPECT_EQ(tally.pairs_false(), 48U);
  const auto measures = tally.measures(std::nullopt);
  const auto& distance = named(measures, "distance");
  EXPECT_TRUE(distance.at_most);
  EXPECT_EQ(distance.points[0].threshold, 0);
  EXPECT_EQ(distance.points[0].counts, (EvalCounts{1, 0, 14}));
  EXPECT_EQ(distance.points[1].counts, (EvalCounts{3, 16, 12}));
  const auto& resemblance = named(measures, "resemblance");
  EXPECT_EQ(resemblance.points[0].counts, (EvalCounts{7, 16, 8}));
  EXPECT_EQ(resemblance.points[1].counts, (EvalCounts{3, 0, 12}));
  EXPECT_FALSE(resemblance.points[1].is_best);
  EXPECT_TRUE(resemblance.points[0].is_best);
  // Agreement was not measured: nothing is found, nothing is best.
  EXPECT_FALSE(named(measures, "agreement").points[0].counts.f1());

  const auto channels = tally.channels();
  EXPECT_EQ(channels[0].found.part, 11U);
  EXPECT_EQ(channels[0].found.whole, 15U);
  const auto curve = tally.curves()[0];
  ASSERT_EQ(curve.bins.size(), 11U);
  EXPECT_EQ(curve.bins.front().found.part, 16U);
  EXPECT_EQ(curve.bins[5].found.whole, 4U) << "from .75";
  EXPECT_EQ(curve.bins[6].found.part, 2U) << "from .8";
  EXPECT_EQ(curve.bins.back().found.part, 1U) << "1 alone";
}

TEST(EvalTally, ACensusSaysHowManyAreWrong) {
  EvalTally tally({.distances = {1}, .thresholds = {.5}, .channels = {}, .curve_low = .5});
  PairFigures pair;
  pair.is_true = true;
  pair.distance = 1;
  pair.estimate = .9;
  pair.resemblance = .9;
  tally.add(pair);
  Census census;
  census.by_distance[0] = 2;
  census.by_distance[1] = 5;
  census.by_distance[2] = 100;
  census.by_bins[64] = 3;
  census.by_bins[10] = 7;
  census.pairs = 107;
  const auto measures = tally.measures(census);
  EXPECT_EQ(named(measures, "distance").points[0].counts, (EvalCounts{1, 6, 0}));
  EXPECT_EQ(named(measures, "estimate").points[0].counts, (EvalCounts{1, 2, 0}));
}

}  // namespace
}  // namespace facsim

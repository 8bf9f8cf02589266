// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/sketcher.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

std::vector<std::uint64_t> set_from(std::uint64_t seed, std::size_t count) {
  std::vector<std::uint64_t> set;
  for (std::size_t i = 0; i < count; ++i) set.push_back(mix64(seed * 10'000'019 + i + 1));
  return set;
}

struct TwoSets {
  std::vector<std::uint64_t> a;
  std::vector<std::uint64_t> b;
  double resemblance = 0;
};

// Returns two sets whose union has `count` elements, `shared` of which are in both.
TwoSets two_sets(std::uint64_t seed, std::size_t count, std::size_t shared) {
  TwoSets sets;
  const std::vector<std::uint64_t> all = set_from(seed, count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i < shared || i % 2 == 0) sets.a.push_back(all[i]);
    if (i < shared || i % 2 == 1) sets.b.push_back(all[i]);
  }
  sets.resemblance = static_cast<double>(shared) / static_cast<double>(count);
  return sets;
}

std::string hex_of(const Sketch& sketch) {
  std::string hex;
  for (const std::uint8_t bin : sketch.bins) {
    std::array<char, 3> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", bin);
    hex += digits.data();
  }
  return hex;
}

// The obvious twin: the elements of each bin in a map, and a filled bin found by trying.
std::optional<Sketch> slow_sketch(const std::vector<std::uint64_t>& set) {
  if (set.empty()) return std::nullopt;
  std::map<std::uint64_t, std::vector<std::uint64_t>> rests_of_bin;
  for (const std::uint64_t hash : set) {
    rests_of_bin[mix64(hash) / (std::uint64_t{1} << 58)].push_back(mix64(hash) % (1ULL << 58));
  }
  Sketch sketch;
  for (std::uint64_t bin = 0; bin < 64; ++bin) {
    std::uint64_t from = bin;
    for (std::uint64_t attempt = 1; !rests_of_bin.contains(from); ++attempt) {
      from = mix64(64 * attempt + bin) / (std::uint64_t{1} << 58);
    }
    const auto& rests = rests_of_bin[from];
    const std::uint64_t least = *std::min_element(rests.begin(), rests.end());
    sketch.bins[bin] = static_cast<std::uint8_t>(mix64(64 * least) % 256);
  }
  return sketch;
}

TEST(Sketcher, TheEmptySetHasNone) { EXPECT_EQ(sketch_of({}), std::nullopt); }

TEST(Sketcher, EqualSetsInAnyOrderAreEqual) {
  for (const std::size_t count : {1U, 2U, 5U, 20U, 500U}) {
    std::vector<std::uint64_t> set = set_from(count, count);
    const auto first = sketch_of(set);
    std::reverse(set.begin(), set.end());
    EXPECT_EQ(sketch_of(set), first);
    set.insert(set.end(), set.begin(), set.end());
    EXPECT_EQ(sketch_of(set), first) << "an element twice is an element once";
    EXPECT_EQ(estimated_resemblance(*first, *first), 1.0);
  }
}

TEST(Sketcher, EqualsTheTwin) {
  for (std::size_t count = 0; count < 500; ++count) {
    const std::vector<std::uint64_t> set = set_from(1000 + count, count);
    ASSERT_EQ(sketch_of(set), slow_sketch(set)) << count;
  }
}

RC_GTEST_PROP(SketcherProperty, EqualsTheTwin, (const std::vector<std::uint64_t>& set)) {
  RC_ASSERT(sketch_of(set) == slow_sketch(set));
}

// The worst case of filling empty bins is a single filled bin: if every bin finds it, then the
// empty bins of every set find a value.
TEST(Sketcher, EveryBinIsFoundFromEveryBin) {
  std::array<bool, 64> full{};
  for (std::uint64_t i = 0; std::count(full.begin(), full.end(), true) < 64; ++i) {
    const std::vector<std::uint64_t> one = {i};
    full[mix64(i) >> 58] = true;
    const Sketch sketch = *sketch_of(one);
    EXPECT_EQ(std::count(sketch.bins.begin(), sketch.bins.end(), sketch.bins[0]), 64);
  }
}

TEST(Sketcher, EstimateOfSmallSetsIsFair) {
  for (const std::size_t count : {3U, 6U, 20U}) {
    double sum = 0;
    constexpr int kTrials = 1500;
    double truth = 0;
    for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
      const TwoSets sets = two_sets(trial + 1, count, count / 2);
      sum += estimated_resemblance(*sketch_of(sets.a), *sketch_of(sets.b));
      truth = sets.resemblance;
    }
    EXPECT_NEAR(sum / kTrials, truth, 0.04) << count;
  }
}

// Standard error of 64 bins: sqrt(J (1 - J) / 64) = .05 at .8, .0625 at .5.
TEST(Sketcher, EstimateIsNearTheResemblance) {
  for (const std::size_t tenths : {0U, 1U, 3U, 5U, 7U, 8U, 9U, 10U}) {
    constexpr int kTrials = 400;
    double error = 0;
    double squares = 0;
    for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
      const TwoSets sets = two_sets(100 * tenths + trial + 1, 1000, 100 * tenths);
      const double estimate = estimated_resemblance(*sketch_of(sets.a), *sketch_of(sets.b));
      EXPECT_GE(estimate, 0.0);
      EXPECT_LE(estimate, 1.0);
      error += estimate - sets.resemblance;
      squares += (estimate - sets.resemblance) * (estimate - sets.resemblance);
    }
    EXPECT_NEAR(error / kTrials, 0, 0.012) << tenths;
    EXPECT_LT(std::sqrt(squares / kTrials), 0.075) << tenths;
  }
}

TEST(Sketcher, EstimateCorrectsForChance) {
  Sketch a;
  Sketch b;
  for (std::size_t bin = 0; bin < Sketch::kBins; ++bin) b.bins[bin] = 1;
  EXPECT_EQ(estimated_resemblance(a, b), 0.0);
  EXPECT_EQ(estimated_resemblance(a, a), 1.0);
  std::fill_n(b.bins.begin(), 32, std::uint8_t{0});
  EXPECT_NEAR(estimated_resemblance(a, b), (0.5 - 1.0 / 256) / (255.0 / 256), 1e-12);
}

TEST(Sketcher, BandsHoldFourBinsEach) {
  Sketch sketch;
  for (std::size_t bin = 0; bin < Sketch::kBins; ++bin) {
    sketch.bins[bin] = static_cast<std::uint8_t>(bin);
  }
  const auto keys = band_keys(sketch);
  EXPECT_EQ(keys[0], 0x03020100U);
  EXPECT_EQ(keys[7], 0x1f1e1d1cU);
}

// For pairs with resemblance exactly J, 1 - (1 - p^4)^8 with p = J + (1 - J) / 256: .985 at .8,
// .9996 at .9.
TEST(Sketcher, RecallOfBandsIsAsCalculated) {
  for (const auto& [tenths, expected] :
       std::map<std::size_t, double>{{5, 0.41}, {7, 0.89}, {8, 0.986}, {9, 0.9996}}) {
    constexpr int kTrials = 2000;
    int found = 0;
    for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
      const TwoSets sets = two_sets(5000 * tenths + trial + 1, 400, 40 * tenths);
      const auto a = band_keys(*sketch_of(sets.a));
      const auto b = band_keys(*sketch_of(sets.b));
      bool shared = false;
      for (std::size_t band = 0; band < kBands; ++band) shared |= a[band] == b[band];
      found += shared ? 1 : 0;
    }
    const double tolerance = 4 * std::sqrt(expected * (1 - expected) / kTrials) + 0.005;
    EXPECT_NEAR(static_cast<double>(found) / kTrials, expected, tolerance) << tenths;
  }
}

// If these bits change, existing indexes become unusable.
TEST(Sketcher, PinnedValues) {
  const std::vector<std::uint64_t> words = {hash64("rose"), hash64("\u4e2d"), hash64("caf\u00e9")};
  EXPECT_EQ(hex_of(*sketch_of(set_from(1, 1000))),
            "96f753318decab79d238fab15bcc465b7e8b89b1ee7659584303e8214a6a1c18"
            "79ea1637fc65fd5c75e0586e804ad74de3dd88cbee22d9b0bc4ff7250c98bffb");
  EXPECT_EQ(hex_of(*sketch_of(set_from(2, 3))),
            "5858d558d558d558d5d5d55858d5d5d5ed58ededd5edededd558d5d5d5ed5858"
            "edd5d558d55858ed58d5ed58edd558edd5eded585858edd55858d5ed585858d5");
  EXPECT_EQ(hex_of(*sketch_of(words)),
            "5d6e6e6e16165d166e165d6e165d6e6e6e5d165d6e5d166e6e166e165d6e5d5d"
            "5d5d5d6e6e5d1616166e6e166e5d5d6e5d6e6e166e6e16165d16166e165d165d");
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/weights.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>

#include "facsim/features/documents_for_test.h"
#include "facsim/features/units.h"

namespace facsim {
namespace {

using WeightOfHash = std::map<std::uint64_t, std::int32_t>;

WeightOfHash slow_weights(const std::vector<std::uint64_t>& units) {
  std::map<std::uint64_t, std::uint32_t> counts;
  for (std::size_t i = 0; i < units.size(); ++i) {
    ++counts[units[i]];
    if (i > 0) ++counts[pair_hash(units[i - 1], units[i])];
  }
  WeightOfHash weights;
  for (const auto& [hash, count] : counts) weights[hash] = log_tf_weight(count);
  return weights;
}

// Fails if a hash occurs twice.
WeightOfHash fast_weights(FeatureCounter& counter, const std::vector<std::uint64_t>& units) {
  WeightOfHash weights;
  for (const Feature& feature : counter.singles_and_pairs(units)) {
    EXPECT_TRUE(weights.emplace(feature.hash, feature.weight).second);
  }
  return weights;
}

TEST(LogTfWeight, IsTheRoundedLogarithm) {
  EXPECT_EQ(log_tf_weight(1), 64);
  EXPECT_EQ(log_tf_weight(2), 108);
  EXPECT_EQ(log_tf_weight(10), 211);
  for (std::uint32_t n = 1; n <= 4096; ++n) {
    EXPECT_EQ(log_tf_weight(n), std::lround(64 * (1 + std::log(static_cast<long double>(n))))) << n;
  }
  EXPECT_EQ(log_tf_weight(4097), log_tf_weight(4096));
  EXPECT_EQ(log_tf_weight(0xffffffffU), log_tf_weight(4096));
}

TEST(FeatureCounter, NoUnitsGiveNoFeatures) {
  FeatureCounter counter;
  EXPECT_TRUE(fast_weights(counter, {}).empty());
}

TEST(FeatureCounter, CountsSinglesAndPairs) {
  FeatureCounter counter;
  EXPECT_EQ(fast_weights(counter, {7}), (WeightOfHash{{7, 64}}));
  EXPECT_EQ(fast_weights(counter, {7, 8, 7, 8}),
            (WeightOfHash{{7, 108}, {8, 108}, {pair_hash(7, 8), 108}, {pair_hash(8, 7), 64}}));
}

TEST(FeatureCounter, APairIsNoShingle) { EXPECT_NE(pair_hash(1, 2), combine(1, 2)); }

// Zero is a valid hash, neighbours in the table are distinguished, and data of an earlier, longer
// text is cleared.
TEST(FeatureCounter, EqualsTheTwinAgainAndAgain) {
  FeatureCounter counter;
  for (const std::size_t count : {5000U, 3U, 70U, 0U, 20'000U, 1U, 1000U}) {
    std::vector<std::uint64_t> units;
    for (std::size_t i = 0; i < count; ++i) units.push_back(mix64(i) % (1 + count / 4));
    ASSERT_EQ(fast_weights(counter, units), slow_weights(units)) << count;
  }
}

RC_GTEST_PROP(FeatureCounterProperty, EqualsTheTwin, (const std::vector<std::uint64_t>& units)) {
  FeatureCounter counter;
  RC_ASSERT(fast_weights(counter, units) == slow_weights(units));
}

TEST(FeatureCounter, PinnedValues) {
  EXPECT_EQ(pair_hash(1, 2), 14327670450860864319U);
  std::vector<std::uint64_t> units;
  hash_units("a rose is a rose is a rose", 0, units);
  FeatureCounter counter;
  std::uint64_t sum = 0;
  for (const auto& [hash, weight] : fast_weights(counter, units)) {
    sum += mix64(hash) * static_cast<std::uint64_t>(weight);
  }
  EXPECT_EQ(sum, 2817692157854942934U);
}

TEST(FeatureCounter, EqualsTheTwinOnRealDocuments) {
  std::size_t documents = 0;
  FeatureCounter counter;
  for (const char* set : {"ota_terms", "tidb_zh"}) {
    for (const std::string& text : real_documents(set, 2'000'000)) {
      std::vector<std::uint64_t> units;
      hash_units(text, 0, units);
      ASSERT_EQ(fast_weights(counter, units), slow_weights(units)) << set;
      ++documents;
    }
  }
  if (documents == 0) GTEST_SKIP() << "skipped: no data at " << data_name();
}

}  // namespace
}  // namespace facsim

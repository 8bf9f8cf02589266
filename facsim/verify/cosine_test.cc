// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/cosine.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

using Features = std::vector<Feature>;

TEST(Cosine, OfNothingIsZero) {
  const Features one = {{1, 1}};
  EXPECT_EQ(cosine({}, {}), 0.0);
  EXPECT_EQ(cosine(one, {}), 0.0);
  EXPECT_EQ(cosine({}, one), 0.0);
  EXPECT_EQ(cosine(one, Features{{1, 0}}), 0.0);  // a zero vector has no direction
}

TEST(Cosine, KnownAngles) {
  EXPECT_EQ(cosine(Features{{1, 3}}, Features{{1, 8}}), 1.0);
  EXPECT_EQ(cosine(Features{{1, 3}}, Features{{2, 3}}), 0.0);
  EXPECT_DOUBLE_EQ(cosine(Features{{1, 1}}, Features{{1, 1}, {2, 1}}), std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(cosine(Features{{1, 3}, {2, 4}}, Features{{2, 3}, {1, 4}}), 24.0 / 25.0);
}

TEST(Cosine, FeaturesOfOneHashAreAddedUp) {
  EXPECT_EQ(cosine(Features{{1, 1}, {2, 5}, {1, 2}}, Features{{2, 5}, {1, 3}}), 1.0);
  const std::int32_t large = std::numeric_limits<std::int32_t>::max();
  EXPECT_DOUBLE_EQ(cosine(Features{{1, large}, {1, large}, {2, large}}, Features{{1, 2}, {2, 1}}),
                   1.0);
}

RC_GTEST_PROP(Cosine, IsTheFormulaOverAMap, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto make = [&](std::uint64_t salt) {
    Features features;
    for (std::uint64_t i = 0; i < 40; ++i) {
      const std::uint64_t x = mix64(seed + salt * 1000 + i);
      features.push_back({x % 30, static_cast<std::int32_t>((x >> 32) % 500)});
    }
    return features;
  };
  const Features a = make(1);
  const Features b = make(2);
  std::map<std::uint64_t, double> x;
  std::map<std::uint64_t, double> y;
  for (const Feature& feature : a) x[feature.hash] += feature.weight;
  for (const Feature& feature : b) y[feature.hash] += feature.weight;
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (const auto& [hash, weight] : x) {
    xx += weight * weight;
    xy += weight * (y.contains(hash) ? y[hash] : 0.0);
  }
  for (const auto& [hash, weight] : y) yy += weight * weight;
  const double truth = xy / std::sqrt(xx * yy);
  RC_ASSERT(std::abs(cosine(a, b) - truth) < 1e-12);
  RC_ASSERT(cosine(a, b) == cosine(b, a));
  RC_ASSERT(cosine(a, a) == 1.0);
}

}  // namespace
}  // namespace facsim

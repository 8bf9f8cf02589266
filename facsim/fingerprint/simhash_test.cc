// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/simhash.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

// The obvious twin: every feature votes on every bit.
std::optional<Fingerprint> slow_simhash(const std::vector<Feature>& features) {
  if (features.empty()) return std::nullopt;
  std::uint64_t bits = 0;
  for (int bit = 0; bit < 64; ++bit) {
    std::int64_t vote = 0;
    for (const Feature& feature : features) {
      vote += ((feature.hash >> bit) & 1U) != 0 ? feature.weight : -std::int64_t{feature.weight};
    }
    if (vote > 0) bits |= std::uint64_t{1} << bit;
  }
  return Fingerprint{bits};
}

std::vector<Feature> features_from(std::uint64_t seed, std::size_t count) {
  std::vector<Feature> features;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t hash = mix64(seed * 1'000'003 + i);
    features.push_back({hash, static_cast<std::int32_t>(64 + mix64(hash) % 200)});
  }
  return features;
}

TEST(SimHash, NoFeaturesNoFingerprint) { EXPECT_EQ(simhash({}), std::nullopt); }

TEST(SimHash, OneFeatureIsItsHash) {
  const std::vector<Feature> one = {{0x0123456789abcdef, 64}};
  EXPECT_EQ(simhash(one), Fingerprint{0x0123456789abcdef});
}

TEST(SimHash, ATieIsZero) {
  const std::vector<Feature> two = {{0b1100, 5}, {0b1010, 5}};
  EXPECT_EQ(simhash(two), Fingerprint{0b1000});
}

TEST(SimHash, TheHeavierWins) {
  const std::vector<Feature> three = {{0b001, 5}, {0b010, 4}, {0b110, 2}};
  EXPECT_EQ(simhash(three), Fingerprint{0b010});
}

TEST(SimHash, WeightsOfAnySize) {
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
  const std::vector<Feature> features = {{0x00ff, kMost}, {0x0ff0, kMost},  {0xf00f, 1024},
                                         {0x0f0f, 1023},  {0xffff, kLeast}, {0x3333, 0},
                                         {0x1234, -1},    {0x8001, kMost}};
  EXPECT_EQ(simhash(features), slow_simhash(features));
}

TEST(SimHash, SumsOf16BitsDoNotOverflow) {
  for (const std::size_t count : {63U, 64U, 65U, 1000U}) {
    const std::vector<Feature> features(count, Feature{0xffffffff00000000, 1023});
    EXPECT_EQ(simhash(features), Fingerprint{0xffffffff00000000}) << count;
  }
}

TEST(SimHash, OrderDoesNotMatter) {
  std::vector<Feature> features = features_from(3, 777);
  const auto first = simhash(features);
  std::reverse(features.begin(), features.end());
  EXPECT_EQ(simhash(features), first);
  std::rotate(features.begin(), features.begin() + 100, features.end());
  EXPECT_EQ(simhash(features), first);
}

TEST(SimHash, EqualsTheTwinAtEveryCount) {
  for (std::size_t count = 0; count < 400; ++count) {
    const std::vector<Feature> features = features_from(count, count);
    ASSERT_EQ(simhash(features), slow_simhash(features)) << count;
  }
}

TEST(SimHash, SignsOfSums) {
  VoteSums for_bits{};
  for_bits[0] = 6;
  for_bits[1] = 5;
  for_bits[2] = -1;
  for_bits[63] = 10;
  EXPECT_EQ(signs_of(for_bits, 10), 0x8000000000000001U) << "half of the weight is a tie";
  EXPECT_EQ(signs_of(for_bits, -20), ~std::uint64_t{0}) << "a total may be negative";
  EXPECT_EQ(signs_of({}, 0), 0U);
}

TEST(SimHash, EveryKernelGivesTheSame) {
  for (const std::string& name : kernel_names()) {
    const FingerprintKernels& kernels = fingerprint_kernels(kernel_named(name));
    EXPECT_EQ(kernels.kernel(), kernel_named(name));
    EXPECT_EQ(simhash({}, kernels), std::nullopt);
    for (std::size_t count = 1; count < 5000; count += 1 + count / 3) {
      const std::vector<Feature> features = features_from(count, count);
      ASSERT_EQ(simhash(features, kernels), slow_simhash(features)) << name << ' ' << count;
    }
  }
}

RC_GTEST_PROP(SimHashProperty, EqualsTheTwin, ()) {
  using Pair = std::pair<std::uint64_t, std::int32_t>;
  std::vector<Feature> features;
  for (const auto& [hash, weight] : *rc::gen::arbitrary<std::vector<Pair>>()) {
    features.push_back({hash, weight});
  }
  RC_ASSERT(simhash(features) == slow_simhash(features));
}

// Exchanging a tenth of 1000 features changes a few bits; exchanging all changes half of them.
TEST(SimHash, LikeFeaturesGiveNearFingerprints) {
  double near = 0;
  double far = 0;
  constexpr int kTrials = 50;
  for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
    std::vector<Feature> a = features_from(2 * trial, 1000);
    const std::vector<Feature> other = features_from(2 * trial + 1, 1000);
    const Fingerprint before = *simhash(a);
    far += distance(before, *simhash(other));
    std::copy_n(other.begin(), 100, a.begin());
    near += distance(before, *simhash(a));
  }
  EXPECT_LT(near / kTrials, 12);  // expected: 64 * acos(.9) / pi = 9.2
  EXPECT_GT(near / kTrials, 6);
  EXPECT_NEAR(far / kTrials, 32, 3);
}

std::vector<Feature> features_of(std::initializer_list<std::string_view> words) {
  std::vector<Feature> features;
  for (const std::string_view word : words) {
    features.push_back({hash64(word), static_cast<std::int32_t>(64 + 10 * features.size())});
  }
  return features;
}

// If these bits change, existing indexes become unusable.
TEST(SimHash, PinnedValues) {
  EXPECT_EQ(simhash(features_of({"the", "quick", "brown", "fox", "jumps"})),
            Fingerprint{0x8702c68389d39beb});
  EXPECT_EQ(simhash(features_of({"\u4e2d", "\u6587", "\u7f51", "\u9875"})),
            Fingerprint{0x142c02d2c2f568ea});
  EXPECT_EQ(simhash(features_of({"caf\u00e9", "\u6771", "2024"})), Fingerprint{0x4e8bfe94bbdf240f});
  EXPECT_EQ(simhash(features_from(1, 100)), Fingerprint{0x940f8c7d0a907129});
  EXPECT_EQ(simhash(features_from(2, 5000)), Fingerprint{0x8f78c64ca33e67ab});
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/wide_sketch.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "facsim/base/hash64.h"
#include "facsim/fingerprint/anchors.h"
#include "facsim/fingerprint/sketcher.h"

namespace facsim {
namespace {

std::vector<std::uint64_t> numbers(std::uint64_t begin, std::uint64_t end) {
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t i = begin; i < end; ++i) hashes.push_back(mix64(i));
  std::ranges::sort(hashes);
  return hashes;
}

RC_GTEST_PROP(WideSketch, EqualsTheSketcherOfSixtyFourBinsOfEightBits,
              (const std::vector<std::uint64_t>& hashes)) {
  const auto wide = wide_sketch_of(hashes, {});
  const auto sketch = sketch_of(hashes);
  RC_ASSERT(wide.has_value() == sketch.has_value());
  if (!wide) return;
  RC_ASSERT(std::ranges::equal(*wide, sketch->bins));
}

TEST(WideSketch, EverySizeEstimates) {
  const std::vector<std::uint64_t> a = numbers(0, 3000);
  const std::vector<std::uint64_t> b = numbers(300, 3300);  // resemblance 2700 / 3300
  for (const std::uint32_t bins : {1U, 2U, 16U, 64U, 128U, 512U, 4096U}) {
    for (const std::uint32_t bits : {1U, 2U, 4U, 8U, 16U}) {
      const SketchSpec spec{.shingle_size = 5, .bins = bins, .bits = bits, .seed = 3};
      const auto sketch = wide_sketch_of(a, spec);
      ASSERT_TRUE(sketch);
      EXPECT_EQ(sketch->size(), std::max(1U, bins * bits / 8));
      EXPECT_EQ(estimated_resemblance(*sketch, *sketch, spec), 1);
      // Five standard deviations for this number of bins, with a margin for densification.
      const double chance = std::pow(0.5, bits);
      const double agree = chance + (1 - chance) * 0.818;
      const double error = std::sqrt(agree * (1 - agree) / bins) / (1 - chance);
      const double estimate = estimated_resemblance(*sketch, *wide_sketch_of(b, spec), spec);
      EXPECT_NEAR(estimate, 0.818, 5 * error + 0.02) << bins << " x " << bits;
    }
  }
  EXPECT_FALSE(wide_sketch_of({}, {}));
}

TEST(WideSketch, AnotherSeedIsAnotherSketch) {
  const std::vector<std::uint64_t> a = numbers(0, 100);
  EXPECT_NE(wide_sketch_of(a, {}),
            wide_sketch_of(a, {.shingle_size = 5, .bins = 64, .bits = 8, .seed = 1}));
}

TEST(Anchors, AreTheSmallestAndThoseTheModulusDivides) {
  const std::vector<std::uint64_t> set = numbers(0, 5000);
  const auto smallest = anchors_of(set, {.shingle_size = 8, .smallest = 16, .modulus = 0});
  EXPECT_EQ(smallest.size(), 16U);
  EXPECT_TRUE(std::ranges::is_sorted(smallest));
  const auto by_modulus = anchors_of(set, {.shingle_size = 8, .smallest = 0, .modulus = 32});
  EXPECT_NEAR(static_cast<double>(by_modulus.size()), 5000.0 / 32, 60);
  for (const std::uint64_t anchor : by_modulus) EXPECT_EQ(anchor % 32, 0U);
  const auto both = anchors_of(set, {.shingle_size = 8, .smallest = 16, .modulus = 32});
  std::set<std::uint64_t> expected(smallest.begin(), smallest.end());
  expected.insert(by_modulus.begin(), by_modulus.end());
  EXPECT_TRUE(std::ranges::equal(both, expected));
  EXPECT_TRUE(anchors_of(set, {}).empty());
  EXPECT_EQ(anchors_of(numbers(0, 5), {.shingle_size = 8, .smallest = 16, .modulus = 0}).size(),
            5U);
}

// The sample of a part is contained in the sample of the whole.
TEST(Anchors, AModulusKeepsContainment) {
  const auto part =
      anchors_of(numbers(100, 1000), {.shingle_size = 8, .smallest = 0, .modulus = 8});
  const auto whole = anchors_of(numbers(0, 5000), {.shingle_size = 8, .smallest = 0, .modulus = 8});
  EXPECT_TRUE(std::ranges::includes(whole, part));
  EXPECT_FALSE(part.empty());
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/wide_simhash.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "facsim/fingerprint/simhash.h"
#include "facsim/fingerprint/text_hash.h"

namespace facsim {
namespace {

WeightedHash weighted(std::uint64_t hash, double weight) { return {widened(hash), weight, weight}; }

// The crawler course's worked example: seven words with hashes of six bits, whose sums are 26 -14
// 24 -8 -8 -8.
TEST(WideSimhash, TheCourseExample) {
  const std::vector<WeightedHash> words = {
      weighted(0b101001, 3), weighted(0b101110, 4), weighted(0b110001, 1), weighted(0b101000, 3),
      weighted(0b101011, 5), weighted(0b101100, 5), weighted(0b111000, 5)};
  EXPECT_EQ(wide_simhash(words, 64).low, 0b101000U);
  EXPECT_EQ(wide_simhash(words, 32).low, 0b101000U);
}

TEST(WideSimhash, TiesAndNothingAreZero) {
  EXPECT_EQ(wide_simhash({}, 64), WideFingerprint{});
  const std::vector<WeightedHash> two = {weighted(0b01, 1), weighted(0b11, 1)};
  EXPECT_EQ(wide_simhash(two, 64).low, 0b01U);
}

RC_GTEST_PROP(WideSimhash, EqualsTheFastOneOnWholeWeights, ()) {
  const auto hashes = *rc::gen::nonEmpty<std::vector<std::uint64_t>>();
  std::vector<WeightedHash> wide;
  std::vector<Feature> features;
  for (const std::uint64_t hash : hashes) {
    const auto weight = *rc::gen::inRange<std::int32_t>(0, 3000);
    wide.push_back(weighted(hash, weight));
    features.push_back({hash, weight});
  }
  RC_ASSERT(wide_simhash(wide, 64).low == bits_of(*simhash(features)));
  RC_ASSERT(wide_simhash(wide, 64, Majority::more_than_half) == wide_simhash(wide, 64));
  const WideFingerprint all = wide_simhash(wide, 128);
  RC_ASSERT(all.low == wide_simhash(wide, 64).low);
  RC_ASSERT(wide_simhash(wide, 32).low == (all.low & 0xffffffffU));
  for (WeightedHash& feature : wide) std::swap(feature.hash.low, feature.hash.high);
  RC_ASSERT(wide_simhash(wide, 64).low == all.high);
}

TEST(TextHash, Md5IsRead) {
  // RFC 1321, appendix A.5.
  EXPECT_EQ(md5_hash("").high, 0xd41d8cd98f00b204U);
  EXPECT_EQ(md5_hash("").low, 0xe9800998ecf8427eU);
  EXPECT_EQ(md5_hash("message digest").high, 0xf96b697d7cb7938dU);
  EXPECT_EQ(md5_hash("message digest").low, 0x525a2f31aaf161d0U);
  EXPECT_EQ(md5_hash("12345678901234567890123456789012345678901234567890123456789012345678901234567"
                     "890")
                .low,
            0xac49da2e2107b67aU);
}

// The definition computed by hand.
TEST(TextHash, PythonStrings) {
  EXPECT_EQ(python_string_hash(""), 0U);
  EXPECT_EQ(python_string_hash("a"), ((std::uint64_t{97} << 7) * 1000003 ^ 97) ^ 1);
  std::uint64_t x = std::uint64_t{0x4e9a} << 7;
  x = x * 1000003 ^ 0x4e9a;
  x = x * 1000003 ^ 0x51a0;
  EXPECT_EQ(python_string_hash("\u4e9a\u51a0"), x ^ 2);
}

TEST(TextHash, DotnetStrings) {
  EXPECT_EQ(dotnet_string_hash(""), 5381U + 5381U * 1566083941U);
  const std::uint32_t a = (5381U * 33) ^ 'a';
  EXPECT_EQ(dotnet_string_hash("a"), a + 5381U * 1566083941U);
  EXPECT_EQ(dotnet_string_hash("ab"), a + ((5381U * 33) ^ 'b') * 1566083941U);
  // Both halves of a surrogate pair, and one alone.
  EXPECT_EQ(dotnet_string_hash("\U0001f600"),
            ((5381U * 33) ^ 0xd83dU) + ((5381U * 33) ^ 0xde00U) * 1566083941U);
  EXPECT_EQ(dotnet_string_hash("\xed\xa0\xbd"), ((5381U * 33) ^ 0xd83dU) + 5381U * 1566083941U);
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/shingles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "facsim/base/hash64.h"
#include "facsim/features/documents_for_test.h"
#include "facsim/features/units.h"

namespace facsim {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::uint64_t> shingles_of(const std::vector<std::uint64_t>& units,
                                       std::uint32_t size) {
  std::vector<std::uint64_t> set = {1, 2, 3};
  std::vector<std::uint64_t> scratch = {4};
  shingle_set(units, size, set, scratch);
  return set;
}

std::vector<std::uint64_t> slow_shingles(const std::vector<std::uint64_t>& units,
                                         std::size_t size) {
  std::set<std::uint64_t> set;
  if (units.empty()) return {};
  size = std::min(size, units.size());
  for (std::size_t i = 0; i + size <= units.size(); ++i) {
    std::uint64_t sum = 0;
    for (std::size_t j = 0; j < size; ++j) sum = sum * kShingleBase + units[i + j];
    set.insert(mix64(sum));
  }
  return {set.begin(), set.end()};
}

std::vector<std::uint64_t> units_from(std::size_t count, std::uint64_t distinct) {
  std::vector<std::uint64_t> units;
  for (std::size_t i = 0; i < count; ++i) units.push_back(mix64(mix64(i) % distinct + 1));
  return units;
}

TEST(Shingles, FewUnitsMakeOneOfAll) {
  EXPECT_THAT(shingles_of({}, 5), IsEmpty());
  EXPECT_THAT(shingles_of({7}, 5), ElementsAre(mix64(7)));
  EXPECT_THAT(shingles_of({7, 8, 9}, 5),
              ElementsAre(mix64(7 * kShingleBase * kShingleBase + 8 * kShingleBase + 9)));
  EXPECT_EQ(shingles_of({1, 2, 3, 4, 5}, 5).size(), 1U);
  EXPECT_EQ(shingles_of({1, 2, 3, 4, 5, 6}, 5).size(), 2U);
}

TEST(Shingles, InTheOrderOfTheTextAreTheSameWithRepeats) {
  std::vector<std::uint64_t> hashes = {1};
  const std::vector<std::uint64_t> units = {1, 2, 1, 2, 3};
  shingle_hashes(units, 2, hashes);
  ASSERT_EQ(hashes.size(), 4U);
  EXPECT_EQ(hashes[0], hashes[2]);
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  EXPECT_EQ(hashes, shingles_of(units, 2));
  shingle_hashes({}, 2, hashes);
  EXPECT_THAT(hashes, IsEmpty());
}

TEST(Shingles, AreASet) { EXPECT_EQ(shingles_of({1, 2, 1, 2, 1, 2, 1}, 2).size(), 2U); }

TEST(Shingles, OrderOfUnitsMatters) { EXPECT_NE(shingles_of({1, 2}, 2), shingles_of({2, 1}, 2)); }

// For any positions of two exchanged units, and any number of occurrences.
TEST(Shingles, OfFewUnitsDoNotCollide) {
  std::vector<std::uint64_t> alphabet;
  for (std::uint64_t i = 0; i < 6; ++i) alphabet.push_back(mix64(i + 1));
  std::set<std::uint64_t> hashes;
  constexpr std::size_t kWords = 6 * 6 * 6 * 6 * 6;
  for (std::size_t word = 0; word < kWords; ++word) {
    std::vector<std::uint64_t> units;
    for (std::size_t rest = word, i = 0; i < 5; ++i, rest /= 6) units.push_back(alphabet[rest % 6]);
    hashes.insert(shingles_of(units, 5).at(0));
  }
  EXPECT_EQ(hashes.size(), kWords);
}

TEST(Shingles, EqualTheTwinAtEverySize) {
  for (std::size_t count = 0; count < 300; ++count) {
    const auto units = units_from(count, 1 + count / 3);
    const auto size = static_cast<std::uint32_t>(1 + count % 9);
    ASSERT_EQ(shingles_of(units, size), slow_shingles(units, size)) << count;
  }
  for (const std::size_t count : {1000U, 7000U, 50'000U, 300'000U}) {
    const auto units = units_from(count, 1'000'000);
    ASSERT_EQ(shingles_of(units, 5), slow_shingles(units, 5)) << count;
  }
}

RC_GTEST_PROP(ShinglesProperty, EqualTheTwin, (const std::vector<std::uint64_t>& units)) {
  const auto size = *rc::gen::inRange<std::uint32_t>(1, 8);
  RC_ASSERT(shingles_of(units, size) == slow_shingles(units, size));
}

// A repeated text fills few buckets.
TEST(Shingles, RepetitionTakesNoQuadraticTime) {
  std::vector<std::uint64_t> units;
  for (std::size_t i = 0; i < 3'000'000; ++i) units.push_back(i % 3);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(shingles_of(units, 5).size(), 3U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

// Ten million hashes are partitioned by a byte first.
TEST(Shingles, VeryManyAreSortedAndCanBeEnded) {
  std::vector<std::uint64_t> units(10'000'000);
  for (std::size_t i = 0; i < units.size(); ++i) units[i] = mix64(i % 9'000'000);
  int looks = 0;
  std::vector<std::uint64_t> set;
  std::vector<std::uint64_t> scratch;
  shingle_set(units, 3, set, scratch, [&looks] { ++looks; });
  EXPECT_GT(looks, 100);
  std::vector<std::uint64_t> expected;
  for (std::size_t i = 0; i + 3 <= units.size(); ++i) {
    const std::uint64_t sum = (units[i] * kShingleBase + units[i + 1]) * kShingleBase;
    expected.push_back(mix64(sum + units[i + 2]));
  }
  std::sort(expected.begin(), expected.end());
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  EXPECT_EQ(set, expected);
  EXPECT_LT(set.size(), 9'000'005U);
  EXPECT_THROW(shingle_set(units, 3, set, scratch, [] { throw 5; }), int);
}

// If these bits change, existing indexes become unusable.
TEST(Shingles, PinnedValues) {
  std::vector<std::uint64_t> units;
  hash_units("a rose is a rose is a rose", 0, units);
  EXPECT_THAT(shingles_of(units, 4),
              ElementsAre(1885807058705434170U, 2992572766512517403U, 16449021610043692731U));
  hash_units("\u4eba\u4eba\u751f\u800c\u81ea\u7531", 0, units);
  EXPECT_THAT(shingles_of(units, 5), ElementsAre(2758865710743353515U, 10481354315018845707U));
}

TEST(Shingles, EqualTheTwinOnRealDocuments) {
  std::size_t documents = 0;
  for (const char* set : {"ota_terms", "tidb_zh"}) {
    for (const std::string& text : real_documents(set, 3'000'000)) {
      std::vector<std::uint64_t> units;
      hash_units(text, 0, units);
      ASSERT_EQ(shingles_of(units, 5), slow_shingles(units, 5)) << set;
      ++documents;
    }
  }
  if (documents == 0) GTEST_SKIP() << "skipped: no data at " << data_name();
}

}  // namespace
}  // namespace facsim

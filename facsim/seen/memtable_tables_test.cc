// SPDX-License-Identifier: Apache-2.0
// The tables of a memtable alone, with more in them than a memtable has in a test.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <random>
#include <vector>

#include "facsim/seen/fingerprint_chains.h"
#include "facsim/seen/key_chains.h"

namespace facsim {
namespace {

constexpr int kFlipsMax = 14;

using Numbers = std::vector<std::uint32_t>;

Numbers near_in(const FingerprintChains& chains, std::uint64_t fingerprint) {
  chains.fetch_heads(fingerprint);
  chains.fetch_nodes(fingerprint);
  Numbers found;
  chains.for_each_near(fingerprint, [&](std::uint32_t number) { found.push_back(number); });
  std::ranges::sort(found);
  return found;
}

class FingerprintChainsTest : public testing::TestWithParam<int> {};

TEST_P(FingerprintChainsTest, FindsWhatALookAtEachFinds) {
  FingerprintChains chains(GetParam());
  std::mt19937_64 draw(3);
  std::vector<std::uint64_t> known;
  std::size_t found_in_all = 0;
  // Exceeds the initial number of places and, for blocks of 16 bits, the number of their values.
  for (std::uint32_t number = 0; number < 70'000; ++number) {
    std::uint64_t fingerprint = draw();
    if (number > 0 && draw() % 4 == 0) {
      fingerprint = known[draw() % known.size()];
      for (auto flips = draw() % kFlipsMax; flips > 0; --flips) {
        fingerprint ^= std::uint64_t{1} << draw() % 64;
      }
    }
    const bool is_asked = number < 3'000 || number % 500 == 0;
    if (is_asked) {
      Numbers truth;
      for (std::uint32_t each = 0; each < number; ++each) {
        if (std::popcount(known[each] ^ fingerprint) <= GetParam()) truth.push_back(7 * each);
      }
      ASSERT_EQ(near_in(chains, fingerprint), truth) << number;
      found_in_all += truth.size();
    }
    known.push_back(fingerprint);
    chains.add(fingerprint, 7 * number);
  }
  EXPECT_EQ(found_in_all > 0, GetParam() >= 0);
  EXPECT_EQ(chains.bytes() > 0, GetParam() >= 0);
}

INSTANTIATE_TEST_SUITE_P(Distances, FingerprintChainsTest, testing::Values(-1, 0, 1, 3, 7, 12));

TEST(KeyChains, FindWhatAMapFinds) {
  KeyChains chains;
  std::multimap<std::uint64_t, std::uint32_t> map;
  std::mt19937_64 draw(4);
  const auto found_in = [](const KeyChains& asked, std::uint64_t key) {
    asked.fetch_mark(key);
    asked.fetch_head(key);
    asked.fetch_link(key);
    Numbers found;
    asked.for_each(key, [&](std::uint32_t number) { found.push_back(number); });
    return found;
  };
  EXPECT_TRUE(found_in(chains, 0).empty());
  constexpr std::uint64_t kKeys = 60'000;  // some occur several times, some never
  for (std::uint32_t number = 0; number < 50'000; ++number) {
    const std::uint64_t key = draw() % kKeys;
    chains.add(key, number);
    map.emplace(key, number);
  }
  for (std::uint64_t key = 0; key < kKeys; ++key) {
    Numbers truth;
    const auto [begin, end] = map.equal_range(key);
    for (auto at = begin; at != end; ++at) truth.push_back(at->second);
    std::ranges::reverse(truth);  // the last one comes first
    ASSERT_EQ(found_in(chains, key), truth) << key;
  }
}

}  // namespace
}  // namespace facsim

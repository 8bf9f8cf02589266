// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/bit_sliced.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>

#include "facsim/index/kernels/join_kernels.h"
#include "facsim/index/linear_scan.h"

namespace facsim {
namespace {

// Keys near a few centres, so that every distance occurs.
std::vector<std::uint64_t> keys_near_centres(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> centres(3);
  for (std::uint64_t& centre : centres) centre = random();
  std::vector<std::uint64_t> keys(count);
  for (std::uint64_t& key : keys) {
    key = centres[random() % centres.size()];
    for (auto flips = random() % 20; flips > 0; --flips) key ^= std::uint64_t{1} << random() % 64;
  }
  return keys;
}

std::vector<NearEntry> scanned(const BitSliced& keys, std::uint64_t query, int max_distance) {
  std::vector<NearEntry> found;
  keys.scan(query, max_distance,
            [&](std::size_t number, int distance) { found.push_back({number, distance}); });
  return found;
}

RC_GTEST_PROP(BitSliced, ScansAsLinearScan, (std::uint64_t seed)) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 2'000);
  const int max_distance = *rc::gen::inRange(0, 64);
  const std::vector<std::uint64_t> keys = keys_near_centres(count, seed);
  const std::uint64_t query = count > 0 ? keys[count / 2] ^ (seed % 2) : seed;
  const std::vector<NearEntry> wanted = linear_scan(keys, query, max_distance);
  for (const std::string& name : kernel_names()) {
    const BitSliced sliced(keys, kernel_named(name));
    RC_ASSERT(scanned(sliced, query, max_distance) == wanted);
  }
}

TEST(BitSliced, GrowsKeyByKey) {
  const std::vector<std::uint64_t> keys = keys_near_centres(1'100, 5);
  BitSliced sliced;
  EXPECT_TRUE(scanned(sliced, 0, 63).empty());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    sliced.push_back(keys[i]);
    if (i % 97 != 0) continue;
    EXPECT_EQ(sliced.size(), i + 1);
    EXPECT_EQ(scanned(sliced, keys[i], 6), linear_scan(std::span(keys).first(i + 1), keys[i], 6));
  }
}

TEST(BitSliced, CountsUpToAllBits) {
  // 63 and 64 differing bits: the highest count of the counters, and one more.
  const BitSliced sliced(std::vector<std::uint64_t>{0, 1});
  EXPECT_EQ(scanned(sliced, ~std::uint64_t{0}, 63), (std::vector<NearEntry>{{1, 63}}));
}

RC_GTEST_PROP(AllPairsBitSliced, AreThoseOfTheLinearJoin, (std::uint64_t seed)) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 1'500);
  const int max_distance = *rc::gen::inRange(0, 13);
  const std::vector<std::uint64_t> keys = keys_near_centres(count, seed);
  const std::vector<NearPair> wanted = linear_join(keys, max_distance);
  for (const std::string& name : kernel_names()) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    const PairListener listener{&found, [](void* to, std::uint32_t first, std::uint32_t second) {
                                  static_cast<decltype(found)*>(to)->emplace_back(first, second);
                                }};
    all_pairs_bit_sliced(keys, max_distance, kernel_named(name), listener);
    std::sort(found.begin(), found.end());
    RC_ASSERT(found.size() == wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      RC_ASSERT(found[i].first == wanted[i].first);
      RC_ASSERT(found[i].second == wanted[i].second);
    }
  }
}

TEST(AllPairsBitSliced, OverMoreKeysThanATileHolds) {
  // 40,000 random keys, and one close pair of the first key and the last.
  std::mt19937_64 random(3);
  std::vector<std::uint64_t> keys(40'000);
  for (std::uint64_t& key : keys) key = random();
  keys.back() = keys.front() ^ 5;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  const PairListener listener{&found, [](void* to, std::uint32_t first, std::uint32_t second) {
                                static_cast<decltype(found)*>(to)->emplace_back(first, second);
                              }};
  all_pairs_bit_sliced(keys, 3, best_kernel(), listener);
  EXPECT_EQ(found, (decltype(found){{0, 39'999}}));
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/known_sizes.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace facsim {
namespace {

constexpr std::uint64_t kPlenty = std::uint64_t{64} << 20;

TEST(KnownSizes, SayWhatAMapSays) {
  KnownSizes sizes(kPlenty);
  std::map<std::uint64_t, std::uint64_t> map;
  std::mt19937_64 draw(8);
  constexpr std::uint64_t kRows = 40'000;
  for (int step = 0; step < 100'000; ++step) {
    const std::uint64_t row = 1 + draw() % kRows;
    const std::uint64_t pages = 1 + draw() % 9;
    if (draw() % 2 == 0) {
      sizes.set(row, pages);
      map[row] = pages;
    } else {
      EXPECT_TRUE(sizes.learn(row, pages));
      map.emplace(row, pages);  // an existing size takes precedence
    }
  }
  for (std::uint64_t row = 1; row <= 2 * kRows; ++row) {
    const auto known = map.find(row);
    const auto expected = known == map.end() ? std::nullopt : std::optional(known->second);
    ASSERT_EQ(sizes.find(row), expected) << row;
  }
  sizes.end_learning();
  for (std::uint64_t row = 1; row <= 2 * kRows; ++row) {
    const auto known = map.find(row);
    ASSERT_EQ(sizes.find(row), known == map.end() ? 1 : known->second) << row;
  }
  EXPECT_GE(sizes.bytes(), 10 * map.size());
  EXPECT_LE(sizes.bytes(), 30 * map.size());
}

// Cancelled crawls leave such clusters.
TEST(KnownSizes, ClustersOfOnePageTakeNoRoom) {
  KnownSizes sizes(kPlenty);
  for (std::uint64_t row = 1; row <= 10'000; ++row) sizes.set(row, 2);
  sizes.end_learning();
  const std::size_t before = sizes.bytes();
  for (std::uint64_t row = 20'000; row <= 200'000; ++row) sizes.set(row, 1);
  EXPECT_EQ(sizes.bytes(), before);
  for (std::uint64_t row = 20'000; row <= 200'000; ++row) {
    sizes.set(row, 2);
    EXPECT_EQ(sizes.find(row), 2U);
    sizes.set(row, 1);
    EXPECT_EQ(sizes.find(row), 1U);
  }
  EXPECT_LE(sizes.bytes(), 2 * before);
  for (std::uint64_t row = 1; row <= 10'000; ++row) ASSERT_EQ(sizes.find(row), 2U);
}

TEST(KnownSizes, WithoutRoomTheRowsAreAsked) {
  constexpr std::uint64_t kLittle = 64 << 10;
  KnownSizes sizes(kLittle);
  sizes.set(1, 5);
  EXPECT_EQ(sizes.find(1), 5U);
  std::uint64_t row = 2;
  while (sizes.learn(row, 2)) {
    EXPECT_LE(sizes.bytes(), kLittle);
    ++row;
  }
  EXPECT_GT(row, kLittle / 8 / 4);
  sizes.end_learning();
  sizes.set(3, 4);
  for (const std::uint64_t asked : {1U, 2U, 3U, 1'000'000U}) EXPECT_FALSE(sizes.find(asked));
  EXPECT_EQ(sizes.bytes(), 0U);
}

TEST(KnownSizes, OfTheLargestTheRowsAreAsked) {
  KnownSizes sizes(kPlenty);
  sizes.set(1, (1 << 24) - 2);
  sizes.set(2, (1 << 24) - 1);
  sizes.set(3, std::uint64_t{1} << 40);
  sizes.end_learning();
  EXPECT_EQ(sizes.find(1), (1 << 24) - 2U);
  EXPECT_FALSE(sizes.find(2));
  EXPECT_FALSE(sizes.find(3));
  sizes.set(3, 2);
  EXPECT_EQ(sizes.find(3), 2U);
  // No store has so many rows; one from a damaged store must not be confused with another's size.
  sizes.set(std::uint64_t{1} << 40, 2);
  EXPECT_FALSE(sizes.find(3));
}

}  // namespace
}  // namespace facsim

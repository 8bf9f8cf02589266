// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/remembered_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace facsim {
namespace {

MeasuredPair pair_of(std::uint32_t page, std::uint32_t other, float likeness,
                     bool reaches_floor = true) {
  return {.page = page, .other = other, .likeness = likeness, .reaches_floor = reaches_floor};
}

std::vector<std::pair<bool, float>> strengths(const std::vector<MeasuredPair>& pairs) {
  std::vector<std::pair<bool, float>> found;
  for (const MeasuredPair& pair : pairs) found.emplace_back(pair.reaches_floor, pair.likeness);
  std::sort(found.rbegin(), found.rend());
  return found;
}

// The slow twin sorts all pairs of each page and takes the strongest.
TEST(RememberedPairs, KeepTheStrongestOfEachPage) {
  std::mt19937 random(3);
  for (std::uint32_t most : {1U, 2U, 7U, 64U}) {
    RememberedPairs remembered(most);
    std::map<std::uint32_t, std::vector<MeasuredPair>> all;
    for (std::uint32_t page = 100; page < 140; ++page) {
      const auto count = static_cast<std::uint32_t>(random() % 100);
      for (std::uint32_t other = 0; other < count; ++other) {
        all[page].push_back(
            pair_of(page, other, static_cast<float>(random() % 30) / 30, random() % 3 != 0));
        remembered.add(all[page].back());
      }
    }
    std::map<std::uint32_t, std::vector<MeasuredPair>> kept;
    for (const MeasuredPair& pair : remembered.take()) kept[pair.page].push_back(pair);
    ASSERT_EQ(kept.size(), all.size());
    for (const auto& [page, pairs] : all) {
      auto expected = strengths(pairs);
      expected.resize(std::min<std::size_t>(expected.size(), most));
      EXPECT_EQ(strengths(kept[page]), expected) << page;
    }
    EXPECT_TRUE(remembered.take().empty());
  }
}

TEST(RememberedPairs, OfEqualsTheFirstStay) {
  RememberedPairs remembered(2);
  for (std::uint32_t other = 0; other < 9; ++other) remembered.add(pair_of(20, other, 0.5F));
  EXPECT_NE(remembered.find(20, 0), nullptr);
  EXPECT_NE(remembered.find(20, 1), nullptr);
  EXPECT_EQ(remembered.find(20, 2), nullptr);
  EXPECT_EQ(remembered.find(21, 0), nullptr);
}

TEST(RememberedPairs, WhatIsPutBackTakesTheWeakestPlaceOfItsPage) {
  RememberedPairs remembered(2);
  remembered.add(pair_of(20, 0, 0.1F));
  remembered.add(pair_of(21, 0, 0.9F));
  remembered.add(pair_of(21, 1, 0.8F));
  remembered.add(pair_of(21, 2, 0.3F));
  ASSERT_EQ(remembered.find(21, 2), nullptr);
  remembered.put_back(pair_of(21, 2, 0.3F))->same_text = true;
  EXPECT_TRUE(remembered.find(21, 2)->same_text);
  EXPECT_NE(remembered.find(21, 0), nullptr);
  EXPECT_EQ(remembered.find(21, 1), nullptr);
  EXPECT_EQ(remembered.take().size(), 3U);
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/numbers.h"

#include <gtest/gtest.h>

#include <vector>

namespace facsim {
namespace {

using Numbers = std::vector<std::uint64_t>;

TEST(Numbers, EqualPagesDifferInNothing) {
  const Numbers numbers = {3, 5, 5};
  EXPECT_FALSE(differs_in_numbers(numbers, numbers, 100, 100, 1.0));
  EXPECT_FALSE(differs_in_numbers({}, {}, 100, 100, 1.0));
}

TEST(Numbers, OtherNumbersInTheSameWordsAreATemplate) {
  // Five of 100 units differ, all of them numbers.
  EXPECT_TRUE(differs_in_numbers(Numbers{1, 2, 3, 4, 5}, Numbers{6, 7, 8, 9, 10}, 100, 100, 0.95));
}

TEST(Numbers, ADateOrAVersionIsNone) {
  EXPECT_FALSE(differs_in_numbers(Numbers{1, 2, 3, 4}, Numbers{5, 6, 7, 8}, 100, 100, 0.96));
  // One page has lost its numbers.
  EXPECT_FALSE(differs_in_numbers(Numbers{1, 2, 3, 4, 5, 6, 7}, Numbers{8}, 100, 94, 0.93));
  // Numbers that both have do not count.
  EXPECT_FALSE(
      differs_in_numbers(Numbers{1, 2, 3, 4, 20}, Numbers{5, 6, 7, 8, 20}, 100, 100, 0.96));
}

TEST(Numbers, OtherWordsAreNone) {
  // Twenty of 100 units differ, five of them numbers.
  const Numbers one = {1, 2, 3, 4, 5};
  const Numbers other = {6, 7, 8, 9, 10};
  EXPECT_FALSE(differs_in_numbers(one, other, 100, 100, 0.8));
  // Exactly half is not enough.
  EXPECT_FALSE(differs_in_numbers(one, other, 100, 100, 0.9));
  EXPECT_TRUE(differs_in_numbers(one, other, 100, 100, 0.91));
}

TEST(Numbers, EachOccurrenceCounts) {
  EXPECT_TRUE(differs_in_numbers(Numbers{1, 1, 1, 1, 1}, Numbers{2, 2, 2, 2, 2}, 100, 100, 0.95));
  EXPECT_FALSE(differs_in_numbers(Numbers{1, 1}, Numbers{1, 1}, 100, 98, 0.98));
}

TEST(Numbers, BothSidesCountAlike) {
  const Numbers a = {1, 4, 9, 10, 11, 12};
  const Numbers b = {4, 20, 21, 22, 23, 24, 25};
  for (const double agreement : {0.8, 0.9, 0.95}) {
    EXPECT_EQ(differs_in_numbers(a, b, 50, 48, agreement),
              differs_in_numbers(b, a, 48, 50, agreement));
  }
}

}  // namespace
}  // namespace facsim

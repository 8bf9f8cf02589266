// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/slots.h"

#include <gtest/gtest.h>

#include <vector>

namespace facsim {
namespace {

using Slots = std::vector<std::uint64_t>;

TEST(Slots, EqualPagesDifferInNothing) {
  const Slots slots = {3, 5, 5};
  EXPECT_FALSE(differs_in_slots(slots, slots, 100, 100, 1.0));
  EXPECT_FALSE(differs_in_slots({}, {}, 100, 100, 1.0));
}

TEST(Slots, OtherNumbersInTheSameWordsAreATemplate) {
  // Five of 100 units are others, all of them numbers.
  EXPECT_TRUE(differs_in_slots(Slots{1, 2, 3, 4, 5}, Slots{6, 7, 8, 9, 10}, 100, 100, 0.95));
}

TEST(Slots, ADateOrAVersionIsNone) {
  EXPECT_FALSE(differs_in_slots(Slots{1, 2, 3, 4}, Slots{5, 6, 7, 8}, 100, 100, 0.96));
  // One page has lost its numbers.
  EXPECT_FALSE(differs_in_slots(Slots{1, 2, 3, 4, 5, 6, 7}, Slots{8}, 100, 94, 0.93));
  // What both have does not count.
  EXPECT_FALSE(differs_in_slots(Slots{1, 2, 3, 4, 20}, Slots{5, 6, 7, 8, 20}, 100, 100, 0.96));
}

TEST(Slots, OtherWordsAreNone) {
  // Twenty of 100 units are others, five of them numbers.
  const Slots one = {1, 2, 3, 4, 5};
  const Slots other = {6, 7, 8, 9, 10};
  EXPECT_FALSE(differs_in_slots(one, other, 100, 100, 0.8));
  // Half and half is not most.
  EXPECT_FALSE(differs_in_slots(one, other, 100, 100, 0.9));
  EXPECT_TRUE(differs_in_slots(one, other, 100, 100, 0.91));
}

TEST(Slots, EachOccurrenceCounts) {
  EXPECT_TRUE(differs_in_slots(Slots{1, 1, 1, 1, 1}, Slots{2, 2, 2, 2, 2}, 100, 100, 0.95));
  EXPECT_FALSE(differs_in_slots(Slots{1, 1}, Slots{1, 1}, 100, 98, 0.98));
}

TEST(Slots, BothSidesCountAlike) {
  const Slots a = {1, 4, 9, 10, 11, 12};
  const Slots b = {4, 20, 21, 22, 23, 24, 25};
  for (const double agreement : {0.8, 0.9, 0.95}) {
    EXPECT_EQ(differs_in_slots(a, b, 50, 48, agreement), differs_in_slots(b, a, 48, 50, agreement));
  }
}

}  // namespace
}  // namespace facsim

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
  // Four of 100 units are others, all of them numbers.
  EXPECT_TRUE(differs_in_slots(Slots{1, 2, 3, 4}, Slots{5, 6, 7, 8}, 100, 100, 0.96));
}

TEST(Slots, OtherWordsAreNone) {
  // Twenty of 100 units are others, one of them a number.
  EXPECT_FALSE(differs_in_slots(Slots{1}, Slots{5}, 100, 100, 0.8));
  // Half and half is not most.
  EXPECT_FALSE(differs_in_slots(Slots{1, 2}, Slots{5, 6}, 100, 100, 0.96));
  EXPECT_TRUE(differs_in_slots(Slots{1, 2, 3}, Slots{5, 6, 7}, 100, 100, 0.95));
}

TEST(Slots, EachOccurrenceCounts) {
  EXPECT_TRUE(differs_in_slots(Slots{1, 1, 1}, Slots{1}, 100, 98, 0.98));
  EXPECT_FALSE(differs_in_slots(Slots{1, 1}, Slots{1, 1}, 100, 98, 0.98));
}

TEST(Slots, BothSidesCountAlike) {
  const Slots a = {1, 4, 9};
  const Slots b = {4};
  EXPECT_EQ(differs_in_slots(a, b, 50, 48, 0.96), differs_in_slots(b, a, 48, 50, 0.96));
}

}  // namespace
}  // namespace facsim

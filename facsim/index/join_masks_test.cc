// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/join_masks.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "facsim/index/design.h"

namespace facsim {
namespace {

int narrowest(const std::vector<std::uint64_t>& masks) {
  int bits = 64;
  for (const std::uint64_t mask : masks) bits = std::min(bits, std::popcount(mask));
  return bits;
}

bool one_is_untouched(const std::vector<std::uint64_t>& masks, std::uint64_t errors) {
  return std::any_of(masks.begin(), masks.end(),
                     [&](std::uint64_t mask) { return (mask & errors) == 0; });
}

// Proves every choice of a single part; the choices for larger distances consist of these.
TEST(JoinMasks, MissNothingOfUpToFourErrors) {
  for (int k = 1; k <= 4; ++k) {
    JoinMasks masks(k);
    for (const int width : {10, 21, 37, 64}) {
      ASSERT_FALSE(masks.choices(width).empty());
      for (const JoinMasks::Choice& choice : masks.choices(width)) {
        if (choice.masks.size() > 35) continue;  // the proof would take minutes
        Design design{.name = "join", .max_distance = k, .tables = {}, .width = width};
        for (const std::uint64_t mask : choice.masks) design.tables.push_back({mask, 0});
        EXPECT_TRUE(misses_nothing(design)) << k << " errors in " << width << " bits, "
                                            << choice.masks.size() << " masks of " << choice.bits;
        EXPECT_EQ(narrowest(choice.masks), choice.bits);
      }
    }
  }
}

// Tries three errors in all 41,664 places, also for the families that the proof above leaves out.
TEST(JoinMasks, MissNoThreeErrors) {
  JoinMasks masks(3);
  for (const JoinMasks::Choice& choice : masks.choices(64)) {
    for (int a = 0; a < 64; ++a) {
      for (int b = 0; b < a; ++b) {
        for (int c = 0; c < b; ++c) {
          const std::uint64_t errors =
              std::uint64_t{1} << a | std::uint64_t{1} << b | std::uint64_t{1} << c;
          ASSERT_TRUE(one_is_untouched(choice.masks, errors)) << choice.masks.size() << " masks";
        }
      }
    }
  }
}

TEST(JoinMasks, MissNoErrorsAmongMany) {
  std::mt19937_64 random(1);
  for (int k = 4; k <= 12; ++k) {
    JoinMasks masks(k);
    for (const int width : {16, 33, 48, 64}) {
      for (const JoinMasks::Choice& choice : masks.choices(width)) {
        for (int round = 0; round < 3'000; ++round) {
          std::uint64_t errors = 0;
          while (std::popcount(errors) < k)
            errors |= std::uint64_t{1} << random() % static_cast<unsigned>(width);
          ASSERT_TRUE(one_is_untouched(choice.masks, errors)) << k << " of " << width;
        }
      }
    }
  }
}

TEST(JoinMasks, StayWithinTheVaryingBits) {
  JoinMasks masks(3);
  const std::uint64_t varying = 0x00ff00f0f00ff00fU;
  const std::vector<std::uint64_t> chosen = masks.choose(varying, 100'000, join_costs(3));
  EXPECT_GT(chosen.size(), 1U);
  for (const std::uint64_t mask : chosen) EXPECT_EQ(mask & ~varying, 0U);
}

TEST(JoinMasks, AreWiderForMoreKeys) {
  JoinMasks masks(3);
  const auto bits = [&](std::uint64_t count) {
    return narrowest(masks.choose(~std::uint64_t{0}, count, join_costs(3)));
  };
  EXPECT_LT(bits(100'000), bits(10'000'000));
  EXPECT_LT(bits(10'000'000), bits(1'000'000'000));
}

TEST(JoinMasks, AreNotWorthWhileForFewKeysOrBits) {
  const std::vector<std::uint64_t> none = {0};
  JoinMasks masks(6);
  EXPECT_EQ(masks.choose(~std::uint64_t{0}, 100, join_costs(6)), none);
  EXPECT_EQ(masks.choose(0, 1'000'000, join_costs(6)), none);
  EXPECT_EQ(masks.choose(0x3f, 1'000'000, join_costs(6)), none);
  EXPECT_EQ(masks.choose(0x3f, 1'000'000, join_costs(6), true), none);
  EXPECT_NE(masks.choose(0x7f, 100, join_costs(6), true), none);
}

}  // namespace
}  // namespace facsim

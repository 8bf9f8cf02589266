// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/masks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>

#include "facsim/base/error.h"

namespace facsim {
namespace {

// Calls check(errors) for every pattern of exactly `count` ones at or above bit `from`.
template <class Check>
void each_pattern(int count, int from, std::uint64_t pattern, const Check& check) {
  if (count == 0) return check(pattern);
  for (int bit = from; bit < 64; ++bit) {
    each_pattern(count - 1, bit + 1, pattern | (std::uint64_t{1} << bit), check);
  }
}

bool some_mask_untouched(const std::vector<std::uint64_t>& masks, std::uint64_t errors) {
  return std::any_of(masks.begin(), masks.end(),
                     [errors](std::uint64_t mask) { return (mask & errors) == 0; });
}

// All 64-bit error patterns of up to three bits (43,745), for every design with few enough masks.
TEST(BlockMasks, EveryPatternOfFewErrorsLeavesAMaskUntouched) {
  for (int k = 0; k <= 3; ++k) {
    for (int blocks = k + 1; blocks <= 10; ++blocks) {
      const std::vector<std::uint64_t> masks = block_masks(k, blocks);
      std::uint64_t missed = 0;
      for (int errors = 0; errors <= k; ++errors) {
        each_pattern(errors, 0, 0, [&](std::uint64_t pattern) {
          missed += some_mask_untouched(masks, pattern) ? 0 : 1;
        });
      }
      EXPECT_EQ(missed, 0U) << "k " << k << ", blocks " << blocks;
    }
  }
}

// For larger distances, errors in the same blocks are equivalent: one bit a block is enough.
TEST(BlockMasks, EveryChoiceOfTouchedBlocksLeavesAMaskUntouched) {
  for (int k = 0; k <= 12; ++k) {
    for (int blocks = k + 1; blocks <= std::min(k + 4, 15); ++blocks) {
      const std::vector<std::uint64_t> masks = block_masks(k, blocks);
      for (std::uint64_t touched = 0; touched < std::uint64_t{1} << blocks; ++touched) {
        std::uint64_t errors = 0;
        for (int block = 0; block < blocks; ++block) {
          if ((touched >> block) & 1U) errors |= std::uint64_t{1} << (block * 64 / blocks);
        }
        ASSERT_EQ(some_mask_untouched(masks, errors), std::popcount(touched) <= k)
            << "k " << k << ", blocks " << blocks << ", touched " << touched;
      }
    }
  }
}

TEST(BlockMasks, AreDistinctAndOfNearlyEqualWidth) {
  const std::vector<std::uint64_t> masks = block_masks(3, 6);
  EXPECT_EQ(masks.size(), 20U);
  EXPECT_EQ(std::set<std::uint64_t>(masks.begin(), masks.end()).size(), 20U);
  for (const std::uint64_t mask : masks) {
    EXPECT_GE(std::popcount(mask), 31);
    EXPECT_LE(std::popcount(mask), 33);
  }
  EXPECT_EQ(block_masks(1, 2),
            (std::vector<std::uint64_t>{0x00000000ffffffffU, 0xffffffff00000000U}));
}

TEST(BlockMasks, DistanceZeroIsOneMaskOfAllBits) {
  for (const int blocks : {1, 2, 7, 64}) {
    EXPECT_EQ(block_masks(0, blocks), std::vector<std::uint64_t>{~std::uint64_t{0}});
  }
}

TEST(BlockMasks, RefusesTheImpossible) {
  EXPECT_THROW(static_cast<void>(block_masks(-1, 4)), Error);
  EXPECT_THROW(static_cast<void>(block_masks(13, 20)), Error);
  EXPECT_THROW(static_cast<void>(block_masks(3, 3)), Error);
  EXPECT_THROW(static_cast<void>(block_masks(0, 0)), Error);
  EXPECT_THROW(static_cast<void>(block_masks(3, 65)), Error);
  EXPECT_THROW(static_cast<void>(block_masks(12, 64)), Error);  // 3e12 masks
  EXPECT_EQ(block_masks(3, 64).size(), 41'664U);
}

TEST(CoveringMasks, GrowWithTheCount) {
  EXPECT_EQ(covering_masks(3, 0).size(), 4U);
  EXPECT_EQ(covering_masks(3, 100'000).size(), 4U);
  EXPECT_EQ(covering_masks(3, 10'000'000).size(), 10U);
  EXPECT_EQ(covering_masks(3, 4'000'000'000U).size(), 20U);
  EXPECT_EQ(covering_masks(3, ~std::uint64_t{0}).size(), 56U);  // none below 60 is wide enough
  for (const std::uint64_t mask : covering_masks(3, 10'000'000)) {
    EXPECT_GE(std::popcount(mask), 20);
  }
}

TEST(CoveringMasks, KeepToTheTablesAllowed) {
  EXPECT_EQ(covering_masks(3, 4'000'000'000U, 19).size(), 10U);
  EXPECT_EQ(covering_masks(3, 4'000'000'000U, 9).size(), 4U);
  EXPECT_EQ(covering_masks(3, 4'000'000'000U, 4).size(), 4U);
  EXPECT_EQ(covering_masks(0, 4'000'000'000U, 1).size(), 1U);
  for (int k = 0; k <= 12; ++k) {
    for (std::size_t tables = static_cast<std::size_t>(k) + 1; tables < 200; tables += 7) {
      for (const std::uint64_t count : {0UL, 1'000UL, 1'000'000UL, 1UL << 40}) {
        EXPECT_LE(covering_masks(k, count, tables).size(), tables);
      }
    }
  }
}

TEST(CoveringMasks, RefuseTheImpossible) {
  EXPECT_THROW(static_cast<void>(covering_masks(-1, 10)), Error);
  EXPECT_THROW(static_cast<void>(covering_masks(13, 10)), Error);
  EXPECT_THROW(static_cast<void>(covering_masks(3, 10, 3)), Error);
  EXPECT_THROW(static_cast<void>(covering_masks(0, 10, 0)), Error);
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/design.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "facsim/base/error.h"

namespace facsim {
namespace {

// The slow twin of the proof, for small numbers of errors: tries every pattern of `errors` bits.
bool holds_for_all_patterns(const Design& design, int errors, int from, std::uint64_t pattern) {
  if (errors == 0) {
    for (const TableMask& table : design.tables) {
      if (std::popcount(table.mask & pattern) <= table.radius) return true;
    }
    return false;
  }
  for (int bit = from; bit + errors <= 64; ++bit) {
    if (!holds_for_all_patterns(design, errors - 1, bit + 1, pattern | std::uint64_t{1} << bit)) {
      return false;
    }
  }
  return true;
}

TEST(Design, EveryCompiledDesignMissesNothing) {
  for (int k = 0; k <= kMaxMaskDistance; ++k) {
    std::set<std::string> names;
    for (const Design& design : designs_for(k)) {
      EXPECT_TRUE(misses_nothing(design)) << design.name << " for " << k;
      EXPECT_EQ(design.max_distance, k);
      EXPECT_TRUE(names.insert(design.name).second) << design.name << " twice for " << k;
      EXPECT_LE(design.name.size(), kDesignNameBytesMax);
    }
    EXPECT_GE(names.size(), static_cast<std::size_t>(k) + 1);
  }
}

TEST(Design, EveryErrorTripleIsCovered) {
  for (int k = 0; k <= 3; ++k) {
    for (const Design& design : designs_for(k)) {
      for (int errors = 0; errors <= k; ++errors) {
        EXPECT_TRUE(holds_for_all_patterns(design, errors, 0, 0)) << design.name;
      }
    }
  }
}

TEST(Design, TheProofSeesAMissingTable) {
  // Without any of its tables, or one of its flips, a design misses something: none has a spare
  // one.
  for (const char* const name :
       {"cover-5x18", "cover-6x21", "cover-8x24", "blocks-1-1", "paper-4"}) {
    Design design = design_named(name, 3);
    for (std::size_t table = 0; table < design.tables.size(); ++table) {
      Design less = design;
      less.tables.erase(less.tables.begin() + static_cast<std::ptrdiff_t>(table));
      EXPECT_FALSE(misses_nothing(less)) << name << " without table " << table;
      EXPECT_FALSE(holds_for_all_patterns(less, 3, 0, 0)) << name << " without table " << table;
    }
  }
  Design one = design_named("blocks-1-1", 3);
  one.tables[0].radius = 0;
  EXPECT_FALSE(misses_nothing(one));
}

TEST(Design, NamedDesignsAreThoseOfTheirAuthors) {
  const auto widths = [](const char* name) {
    const Design design = design_named(name, 3);
    EXPECT_TRUE(misses_nothing(design)) << name;
    std::multiset<int> bits;
    for (const TableMask& table : design.tables) bits.insert(std::popcount(table.mask));
    return bits;
  };
  EXPECT_EQ(widths("paper-4"), (std::multiset<int>{16, 16, 16, 16}));
  const auto ten = widths("paper-10");
  EXPECT_EQ(ten.size(), 10U);
  EXPECT_EQ(*ten.begin(), 25);
  EXPECT_EQ(*ten.rbegin(), 26);
  EXPECT_EQ(widths("paper-16").count(28), 16U);
  const auto twenty = widths("paper-20");
  EXPECT_EQ(twenty.size(), 20U);
  EXPECT_EQ(*twenty.begin(), 31);
  EXPECT_EQ(*twenty.rbegin(), 33);
  // Four masks contain the block of 16 and have 28 bits; the other six have 24.
  const auto course = widths("course-10");
  EXPECT_EQ(course.count(28), 4U);
  EXPECT_EQ(course.count(24), 6U);
}

TEST(Design, NarrowedMasksStillMissNothing) {
  for (const Design& design : designs_for(6)) {
    const Design narrow = narrowed(design, 12);
    EXPECT_TRUE(misses_nothing(narrow)) << design.name;
    for (const TableMask& table : narrow.tables) EXPECT_LE(std::popcount(table.mask), 12);
  }
}

TEST(Design, SmallWorlds) {
  for (int k = 0; k <= 6; ++k) {
    for (const Design& design : designs_for(k, 10)) {
      EXPECT_TRUE(misses_nothing(design)) << design.name;
      for (const TableMask& table : design.tables) EXPECT_EQ(table.mask >> 10, 0U);
    }
  }
}

TEST(Design, RefusesWhatItCannotDo) {
  EXPECT_THROW((void)designs_for(-1), Error);
  EXPECT_THROW((void)designs_for(kMaxMaskDistance + 1), Error);
  EXPECT_THROW((void)designs_for(3, 9), Error);
  EXPECT_THROW((void)design_named("paper-10", 4), Error);
  try {
    (void)design_named("cover-7", 3);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("cover-6x21"));
  }
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
// The ranges of units are those of the obvious twin, split_units().
#include "facsim/features/unit_ranges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <ostream>

#include "facsim/features/documents_for_test.h"
#include "facsim/features/mixed_text_for_test.h"
#include "facsim/features/units.h"

namespace facsim {

void PrintTo(const UnitRange& range, std::ostream* out) {
  *out << range.begin << ".." << range.end;
}

namespace {

std::vector<UnitRange> slow_ranges(std::string_view text) {
  std::vector<UnitRange> ranges;
  for (const Unit& unit : split_units(text)) ranges.push_back({unit.begin, unit.end});
  return ranges;
}

TEST(UnitRanges, OfNothingNone) {
  EXPECT_TRUE(unit_ranges("").empty());
  EXPECT_TRUE(unit_ranges(" .,_-\n\t\x80").empty());
}

TEST(UnitRanges, AreBytesOfTheText) {
  const std::vector<UnitRange> expected = {{1, 3}, {4, 7}, {10, 13}, {13, 16}};
  EXPECT_EQ(unit_ranges(" ab_C\u00e9\u3002\u4e2d\u6587"), expected);
}

TEST(UnitRanges, AreThoseOfTheTwinForEveryCharacterAlone) {
  for (char32_t c = 0; c < 0x110000; c += kOneOf) {
    if (c >= 0xd800 && c < 0xe000) continue;
    const std::string text = utf8_of(c);
    ASSERT_EQ(unit_ranges(text), slow_ranges(text)) << std::hex << static_cast<unsigned>(c);
  }
}

// After a letter, an ideograph and a separator, before a letter and a mark.
TEST(UnitRanges, AreThoseOfTheTwinForEveryCharacterAmongOthers) {
  for (char32_t c = 0x80; c < 0x20000; c += kOneOf) {
    if ((c >= 0xd800 && c < 0xe000) || (c >= 0x4e00 && c < 0x9fff && c % 64 != 0)) continue;
    const std::string x = utf8_of(c);
    const std::string text = "aB" + x + "c \u4e2d" + x + "\u6587=" + x + "\u0301" + x + x;
    ASSERT_EQ(unit_ranges(text), slow_ranges(text)) << std::hex << static_cast<unsigned>(c);
  }
}

RC_GTEST_PROP(UnitRangesProperty, AreThoseOfTheTwin, ()) {
  const std::string text = draw_mixed_text();
  RC_ASSERT((unit_ranges(text) == slow_ranges(text)));
}

// More characters than are normalised together.
RC_GTEST_PROP(UnitRangesProperty, AreThoseOfTheTwinOnTowers, ()) {
  std::string text = draw_piece();
  for (int part = 1 + draw_below(3); part > 0; --part) {
    const std::string one = draw_hard_piece();
    const std::string other = draw_piece();
    for (int n = draw_below(150); n > 0; --n) text += draw_below(2) == 0 ? one : other;
  }
  RC_ASSERT((unit_ranges(text) == slow_ranges(text)));
}

TEST(UnitRanges, AreThoseOfTheTwinInRealDocuments) {
  std::size_t documents = 0;
  for (const char* set : {"ota_terms", "tidb_zh", "debian_install_guide", "debian_zh_html"}) {
    for (const std::string& text : real_documents(set, 2'000'000)) {
      ASSERT_EQ(unit_ranges(text), slow_ranges(text)) << set << ": " << text.substr(0, 200);
      ++documents;
    }
  }
  if (documents == 0) GTEST_SKIP() << "skipped: no data at " << data_name();
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/number_units.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <random>

#include "facsim/features/units.h"

namespace facsim {
namespace {

std::vector<std::uint64_t> numbers_of(std::string_view text) {
  std::vector<std::uint64_t> hashes = {1, 2, 3};
  number_units(text, 0, hashes);
  return hashes;
}

// The twin: all units that contain a digit.
std::vector<std::uint64_t> obvious(std::string_view text) {
  std::vector<std::uint64_t> hashes;
  for (const Unit& unit : split_units(text)) {
    const bool digit = std::any_of(unit.text.begin(), unit.text.end(),
                                   [](unsigned char c) { return std::isdigit(c) != 0; });
    if (digit) hashes.push_back(unit.hash);
  }
  return hashes;
}

TEST(NumberUnits, AreTheUnitsWithADigit) {
  EXPECT_TRUE(numbers_of("").empty());
  EXPECT_TRUE(numbers_of("no number here, but many words").empty());
  for (const std::string_view text :
       {"7", "a1", "1a", "on 2026-11-22 at 09:30", "price: 12.50 EUR (was 13)", "id AB12cd34_X9",
        "twice 5 and 5", "v15", "第3章 of 9"}) {
    EXPECT_EQ(numbers_of(text), obvious(text)) << text;
  }
}

TEST(NumberUnits, OccurrencesCount) { EXPECT_EQ(numbers_of("5 6 5 5").size(), 4U); }

TEST(NumberUnits, EqualTheTwinOnAnyAsciiText) {
  std::mt19937 random(7);
  constexpr std::string_view kCharacters = "aBz09 -_.5,x\n";
  for (int round = 0; round < 2000; ++round) {
    std::string text(random() % 200, ' ');
    for (char& c : text) c = kCharacters[random() % kCharacters.size()];
    ASSERT_EQ(numbers_of(text), obvious(text)) << text;
  }
}

}  // namespace
}  // namespace facsim

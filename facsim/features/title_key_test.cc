// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/title_key.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "facsim/features/units.h"

namespace facsim {
namespace {

TEST(TitleKey, VersionsCaseAndSpaceDoNotCount) {
  const auto key = title_key("numpy.abs — NumPy v1.20 Manual");
  EXPECT_NE(key, 0U);
  EXPECT_EQ(key, title_key("numpy.abs — NumPy v1.21.3 Manual"));
  EXPECT_EQ(key, title_key(" NUMPY.abs \n — numpy Manual "));
  EXPECT_EQ(title_key("WatchEvent (Java SE 17 & JDK 17)"), title_key("WatchEvent (Java SE & JDK)"));
  EXPECT_EQ(title_key("8. 复合语句"), title_key("9.1. 复合语句"));
}

TEST(TitleKey, WordsAndCodesDo) {
  EXPECT_NE(title_key("CMP0042 — CMake"), title_key("CMP0043 — CMake"));
  EXPECT_NE(title_key("降序排序"), title_key("升序排序"));
  EXPECT_NE(title_key("a b"), title_key("ab"));
  EXPECT_NE(title_key("News | Site"), title_key("Sport | Site"));
}

TEST(TitleKey, MarksHaveAKeyOfTheirOwn) {
  EXPECT_EQ(title_key("operator<"), title_key("operator>"));
  EXPECT_NE(title_marks_key("operator<"), title_marks_key("operator>"));
  EXPECT_NE(title_marks_key("operator-"), title_marks_key("operator--"));
  EXPECT_NE(title_marks_key("result<This(T)>"), title_marks_key("result<This(T &)>"));
  EXPECT_EQ(title_marks_key("vector< T >"), title_marks_key("vector<T>"));
  EXPECT_EQ(title_marks_key("News - Site 1.2"), title_marks_key("News | Site 1.3, 2"));
  EXPECT_EQ(title_marks_key("News \xe2\x80\x94 Site"), 0U);
  EXPECT_EQ(title_marks_key(""), 0U);
}

TEST(TitleKey, NothingSaidIsNone) {
  EXPECT_EQ(title_key(""), 0U);
  EXPECT_EQ(title_key(" \n "), 0U);
  EXPECT_EQ(title_key("404"), 0U);
  EXPECT_EQ(title_key("--- 2024 ---"), 0U);
  EXPECT_EQ(title_key("\xff\xfe"), 0U);
}

// The result of the twin that is shown to users.
std::vector<std::uint64_t> words_of(std::string_view text) {
  std::vector<std::uint64_t> hashes;
  for (const Unit& unit : split_units(text)) hashes.push_back(unit.hash);
  std::sort(hashes.begin(), hashes.end());
  return hashes;
}

TEST(TitleWords, AreTheDistinctUnitsThatAreNoNumbers) {
  EXPECT_EQ(title_words("Set (Java SE 17 & JDK 17)", 0), words_of("jdk se java set"));
  EXPECT_EQ(title_words("numpy.abs - NumPy v1.20 Manual", 0), words_of("abs manual numpy"));
  EXPECT_EQ(title_words("CMP0042", 0), words_of("cmp0042"));
  EXPECT_EQ(title_words("升序排序", 0), words_of("升序排"));
  EXPECT_TRUE(title_words("", 0).empty());
  EXPECT_TRUE(title_words("2024-11-22", 0).empty());
}

TEST(TitleWords, AreThoseOfTheText) {
  std::vector<std::uint64_t> units;
  hash_units("Straße", 7, units);
  EXPECT_EQ(title_words("STRASSE 9", 7), units);
}

TEST(TitleWords, OfALongTitleAreTheFirst) {
  std::string title;
  std::string begin;
  for (std::size_t i = 0; i < 3 * kTitleWordsMax; ++i) {
    title += "w" + std::to_string(i) + "x ";
    if (i + 1 == kTitleWordsMax) begin = title;
  }
  EXPECT_EQ(title_words(title, 0).size(), kTitleWordsMax);
  EXPECT_EQ(title_words(title, 0), title_words(begin, 0));
}

}  // namespace
}  // namespace facsim

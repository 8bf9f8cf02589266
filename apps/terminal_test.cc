// SPDX-License-Identifier: Apache-2.0
#include "apps/terminal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace facsim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Terminal, ColumnsAreThoseOfTheScreen) {
  EXPECT_EQ(columns_of(""), 0U);
  EXPECT_EQ(columns_of("abc"), 3U);
  EXPECT_EQ(columns_of("漢字"), 4U);
  EXPECT_EQ(columns_of("e\u0301"), 1U);
  EXPECT_EQ(columns_of("\xff"), 1U);
}

TEST(Terminal, LinesBreakAtBlanksAndBesideWideCharacters) {
  EXPECT_THAT(wrapped_lines("", 10), IsEmpty());
  EXPECT_THAT(wrapped_lines("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped_lines("one two three", 8), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped_lines("abcdefgh ij", 5), ElementsAre("abcde", "fgh", "ij"));
  EXPECT_THAT(wrapped_lines("漢字漢字", 5), ElementsAre("漢字", "漢字"));
  EXPECT_THAT(wrapped_lines("a漢 字b", 4), ElementsAre("a漢", "字b"));
}

TEST(Terminal, OnlyColouredWhereAsked) {
  EXPECT_EQ(painted("x", Paint::removed, {}), "x");
  EXPECT_EQ(painted("x", Paint::removed, {.columns = 80, .has_colors = true}), "\x1b[31mx\x1b[0m");
  EXPECT_EQ(painted("", Paint::removed, {.columns = 80, .has_colors = true}), "");
}

RC_GTEST_PROP(Terminal, EveryLineFitsAndNoWordIsLost, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("a", "word", " ", "漢", "é", "e\u0301", "longlonglonglong"));
  const auto columns = *rc::gen::inRange<std::size_t>(2, 20);
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  std::string without_blanks;
  for (const std::string& line : wrapped_lines(text, columns)) {
    RC_ASSERT(columns_of(line) <= columns);
    without_blanks += line;
  }
  std::erase(text, ' ');
  std::erase(without_blanks, ' ');
  RC_ASSERT(text == without_blanks);
}

}  // namespace
}  // namespace facsim

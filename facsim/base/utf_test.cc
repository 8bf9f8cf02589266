// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/utf.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace facsim {
namespace {

TEST(Utf, OneReplacementForEachMaximalPart) {
  EXPECT_EQ(utf8_to_characters("a\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80"),
            U"a\u00e9\u4e2d\U0001f600");
  EXPECT_EQ(utf8_to_characters("\x80\xff"), U"\ufffd\ufffd");
  EXPECT_EQ(utf8_to_characters("\xe4\xb8x"), U"\ufffdx");
  EXPECT_EQ(utf8_to_characters("\xf0\x9f\x98"), U"\ufffd");
  EXPECT_EQ(utf8_to_characters("\xc0\xaf"), U"\ufffd\ufffd");
  EXPECT_EQ(utf8_to_characters("\xed\xa0\x80"), U"\ufffd\ufffd\ufffd");
  EXPECT_EQ(utf8_to_characters("\xf4\x90\x80\x80"), U"\ufffd\ufffd\ufffd\ufffd");
  EXPECT_EQ(utf8_to_characters(std::string_view("\0", 1)), std::u32string(1, U'\0'));
}

RC_GTEST_PROP(Utf, CharactersComeBack, (const std::vector<std::uint32_t>& numbers)) {
  std::u32string text;
  for (const std::uint32_t number : numbers) {
    const char32_t c = number % 0x110000;
    if (c < 0xd800 || c > 0xdfff) text += c;
  }
  RC_ASSERT(utf8_to_characters(to_utf8(text)) == text);
  RC_ASSERT(wtf8_to_utf16(to_utf8(text)) == to_utf16(text));
}

RC_GTEST_PROP(Utf, AnyUtf16ComesBack, (const std::vector<std::uint16_t>& numbers)) {
  std::u16string units;
  for (const std::uint16_t number : numbers) {
    // Surrogates are rare among all numbers, but are what this test is about.
    const bool is_half = number % 2 == 0;
    units += static_cast<char16_t>(is_half ? 0xd800 + number / 2 % 0x800 : number);
  }
  RC_ASSERT(wtf8_to_utf16(to_utf8(units)) == units);
}

}  // namespace
}  // namespace facsim

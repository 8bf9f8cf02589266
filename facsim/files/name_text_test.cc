// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/name_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace facsim {
namespace {

#define MARK "\xef\xbf\xbd"

TEST(NameText, OrdinaryNamesAreThemselves) {
  for (const char* name : {"", "a.html", "50%FF.html", "\xe4\xb8\xad\xe6\x96\x87.html",
                           "\xf0\x9f\x98\x80", MARK, MARK "x", MARK "ff", MARK "A"}) {
    EXPECT_EQ(text_of_name(name), name);
    EXPECT_EQ(name_of_text(name), name);
  }
}

TEST(NameText, OtherBytesAreMarked) {
  EXPECT_EQ(text_of_name("caf\xe9.html"), "caf" MARK "E9.html");
  // Truncated, overlong, a surrogate, beyond the last character.
  EXPECT_EQ(text_of_name("\xe4\xb8"), MARK "E4" MARK "B8");
  EXPECT_EQ(text_of_name("\xc0\xaf"), MARK "C0" MARK "AF");
  EXPECT_EQ(text_of_name("\xed\xa0\x80"), MARK "ED" MARK "A0" MARK "80");
  EXPECT_EQ(text_of_name("\xf4\x90\x80\x80"), MARK "F4" MARK "90" MARK "80" MARK "80");
}

TEST(NameText, AMarkThatWouldBeTakenForOneIsMarkedItself) {
  EXPECT_EQ(text_of_name(MARK "FF"), MARK "EF" MARK "BF" MARK "BDFF");
  EXPECT_NE(text_of_name(MARK "FF"), text_of_name("\xff"));
}

#undef MARK

RC_GTEST_PROP(NameText, EveryNameComesBack, ()) {
  const auto byte = rc::gen::element<char>('\xef', '\xbf', '\xbd', '\xff', 'F', '0', 'g', '\xc3');
  const auto name = *rc::gen::container<std::string>(byte);
  const std::string text = text_of_name(name);
  RC_ASSERT(name_of_text(text) == name);
  RC_ASSERT(name_of_text(text_of_name(text)) == text);
}

TEST(StaysInside, RefusesEveryWayOut) {
  for (const char* name : {"a", "a/b", "a.b/..c/...", ".hidden"}) EXPECT_TRUE(stays_inside(name));
  for (const char* name :
       {"", "/", "/a", "a/", "a//b", ".", "..", "./a", "a/.", "../a", "a/../b"}) {
    EXPECT_FALSE(stays_inside(name)) << name;
  }
  EXPECT_FALSE(stays_inside(std::string_view("a\0b", 3)));
}

}  // namespace
}  // namespace facsim

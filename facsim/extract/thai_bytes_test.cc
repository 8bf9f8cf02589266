// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "facsim/extract/page_for_test.h"
#include "facsim/extract/thai_bytes_internal.h"

namespace facsim {
namespace {

using for_test::repeated;
using namespace std::string_literals;

// "thi ni" (in this place): consonant, vowel above, tone mark, consonant; the same; a blank.
const std::string kWords = "\xB7\xD5\xE8\xB9\xD5\xE8\xB9 "s;

TEST(LooksLikeThai, ManyWordsThatObeyTheSpelling) {
  EXPECT_TRUE(looks_like_thai(repeated(kWords, 10)));
  EXPECT_TRUE(looks_like_thai("<p>" + repeated(kWords, 10) + "</p> and ASCII"));
  EXPECT_TRUE(looks_like_thai(repeated(kWords, 200) + "\xB9 \xD5")) << "a misspelling";
  // A vowel before its consonant; the quotes and blanks of windows-874.
  EXPECT_TRUE(looks_like_thai(repeated("\x93" + kWords + "\xE0\xB7\xD5\xE8\x94 \xA0 ", 10)));
}

TEST(LooksLikeThai, OthersDoNot) {
  EXPECT_FALSE(looks_like_thai(""));
  EXPECT_FALSE(looks_like_thai("plain words"));
  EXPECT_FALSE(looks_like_thai(repeated(kWords, 9))) << "too short to be known";
  for (const char alien : {'\x81', '\xDB', '\xDE', '\xFC', '\xFF'}) {
    EXPECT_FALSE(looks_like_thai(repeated(kWords, 100) + alien)) << int(alien);
  }
  EXPECT_FALSE(looks_like_thai(repeated("\xB7\xB9\xB9 ", 30))) << "no marks";
  EXPECT_FALSE(looks_like_thai(repeated(kWords + "\xD5 ", 30))) << "marks on nothing";
  EXPECT_FALSE(looks_like_thai(repeated(kWords + "\xE0 ", 30))) << "vowels before nothing";
  EXPECT_FALSE(looks_like_thai(repeated("\xB7\xD5\xE8\xB9\xB9\xD5 ", 30))) << "pairs";
  EXPECT_FALSE(looks_like_thai(repeated("\xB7\xD5\xE8\xB9\xB9\xD5 ", 30) + "\xB7\xD5\xB7"))
      << "and one cut";
}

}  // namespace
}  // namespace facsim

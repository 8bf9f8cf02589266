// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/text_digest.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "facsim/features/documents_for_test.h"
#include "facsim/features/icu_for_test.h"
#include "facsim/features/mixed_text_for_test.h"

namespace facsim {
namespace {

std::string fast_form(std::string_view text) {
  std::string scratch = "left over";
  const Hash128 digest = text_digest(text, scratch);
  EXPECT_EQ(digest, hash128(scratch));
  return scratch;
}

TEST(TextDigest, CollapsesWhiteSpaceAndTrims) {
  EXPECT_EQ(fast_form(""), "");
  EXPECT_EQ(fast_form(" \t\n"), "");
  EXPECT_EQ(fast_form("\n one  two\t\r\nthree\u00a0\u3000four "), "one two three four");
  EXPECT_EQ(fast_form("one two three four five six seven"), "one two three four five six seven");
  EXPECT_EQ(fast_form("one two three  four five six seven"), "one two three four five six seven");
}

TEST(TextDigest, KeepsCaseAndComposes) {
  EXPECT_EQ(fast_form("Cafe\u0301"), "Caf\u00e9");
  EXPECT_EQ(fast_form("\u1112\u1161\u11ab"), "\ud55c");
  EXPECT_EQ(fast_form("\u212b \ufb01"), "\u00c5 \ufb01");
  EXPECT_EQ(fast_form("a\u0301 \u0301b  \u0301"), "\u00e1 \u0301b \u0301");
}

TEST(TextDigest, IllFormedBytesAreReplaced) {
  EXPECT_EQ(fast_form("a\xff\xfe"
                      "b\xe4\xb8 "),
            "a\ufffd\ufffdb\ufffd");
  EXPECT_EQ(fast_form(std::string_view("a\0b", 3)), std::string_view("a\0b", 3));
}

// If these bits change, exact duplicates of pages in old indexes are no longer found.
TEST(TextDigest, PinnedValues) {
  std::string scratch;
  const auto digest = [&](std::string_view text) { return text_digest(text, scratch); };
  EXPECT_EQ(digest(""), (Hash128{0x6001c324468d497f, 0x99aa06d3014798d8}));
  EXPECT_EQ(digest("The quick  brown fox\n"), (Hash128{0xb7859350537dfedc, 0xb2c100c26f5d723a}));
  EXPECT_EQ(digest("\u4e2d\u6587\u7f51\u9875"), (Hash128{0xda7eca8607c839f8, 0xdefee7975d751b96}));
  EXPECT_EQ(digest("Cafe\u0301 \u6771\u4eac"), (Hash128{0x34ebc2ca99a4b785, 0xa67a9964f9707b80}));
  EXPECT_EQ(digest("Cafe\u0301 \u6771\u4eac"), digest(" Caf\u00e9\u3000\u6771\u4eac"));
  EXPECT_NE(digest("Cafe"), digest("cafe"));
}

TEST(TextDigest, BothWaysAgreeOnEveryCharacter) {
  for (char32_t c = 0; c < 0x110000; c += kOneOf) {
    if (c >= 0xd800 && c < 0xe000) continue;
    const std::string x = utf8_of(c);
    const std::string text = c < 0x20000 ? " a" + x + " " + x + "\u0301" + x + "\u4e2d" + x : x;
    ASSERT_EQ(fast_form(text), icu_form(text)) << std::hex << static_cast<unsigned>(c);
  }
}

RC_GTEST_PROP(TextDigestProperty, BothWaysAgree, ()) {
  const std::string text = draw_mixed_text();
  RC_ASSERT(fast_form(text) == icu_form(text));
}

RC_GTEST_PROP(TextDigestProperty, EveryCutOfWhiteSpaceAgrees, ()) {
  std::string text;
  const int words = draw_below(60);
  for (int i = 0; i < words; ++i) {
    text.append(static_cast<std::size_t>(draw_below(12)), 'x');
    text.append(static_cast<std::size_t>(draw_below(3)), " \n\t"[draw_below(3)]);
  }
  RC_ASSERT(fast_form(text) == icu_form(text));
}

TEST(TextDigest, TowersOfMarksTakeLinearTime) {
  std::string tower = "a";
  for (int i = 0; i < 500'000; ++i) tower += "\u0301\u0316";
  EXPECT_EQ(fast_form(tower).size(), tower.size() - 1);  // a and U+0301 became U+00E1
}

// The place where a tower is cut affects the bits. U+0316 is below and lets U+0301 and U+0306
// compose.
TEST(TextDigest, TowersAreCutBehindSixtyFour) {
  const auto marks = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += "\u0316";
    return text;
  };
  EXPECT_EQ(fast_form("a" + marks(63) + "\u0301"), "\u00e1" + marks(63));
  EXPECT_EQ(fast_form("a" + marks(64) + "\u0301"), "a" + marks(64) + "\u0301");
  EXPECT_EQ(fast_form("\u0438" + marks(62) + "\u0306"), "\u0439" + marks(62));
  EXPECT_EQ(fast_form("\u0438" + marks(63) + "\u0306"), "\u0438" + marks(63) + "\u0306");
}

TEST(TextDigest, BothWaysAgreeOnRealDocuments) {
  std::size_t documents = 0;
  for (const char* set : {"ota_terms", "tidb_zh", "debian_install_guide", "debian_zh_html"}) {
    for (const std::string& text : real_documents(set, 2'000'000)) {
      ASSERT_EQ(fast_form(text), icu_form(text)) << set;
      ++documents;
    }
  }
  if (documents == 0) GTEST_SKIP() << "skipped: no data at " << data_name();
}

}  // namespace
}  // namespace facsim

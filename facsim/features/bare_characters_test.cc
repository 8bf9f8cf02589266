// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/bare_characters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>

#include "facsim/base/hash64.h"
#include "facsim/features/bare_characters_internal.h"
#include "facsim/features/documents_for_test.h"
#include "facsim/features/icu_for_test.h"
#include "facsim/features/mixed_text_for_test.h"
#include "facsim/features/units.h"

namespace facsim {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The obvious twin: one character after the other, with ICU.
struct Obvious {
  CharacterCounts counts;
  std::vector<std::uint64_t> hashes;

  explicit Obvious(std::string_view utf8, std::uint64_t seed = 0) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(utf8.data());
    for (std::size_t at = 0; at < utf8.size();) {
      const std::size_t size = std::min<std::size_t>(4, utf8.size() - at);
      std::size_t read = 0;
      UChar32 c = 0;
      U8_NEXT(bytes + at, read, size, c);  // NOLINT(bugprone-inc-dec-in-conditions): ICU's own
      at += read;
      add(c < 0 ? kReplacement : static_cast<char32_t>(c), seed);
    }
  }

 private:
  void add(char32_t c, std::uint64_t seed) {
    const std::u32string folded = icu_is_known(c) ? icu_unit_map(c) : std::u32string{c};
    const auto count = [&](UnitClass kind) {
      return static_cast<std::size_t>(std::ranges::count(folded, kind, icu_unit_class));
    };
    if (count(UnitClass::mark) == folded.size()) return;
    if (count(UnitClass::separator) < folded.size()) {
      ++counts.in_units;
      return;
    }
    const auto point = static_cast<UChar32>(c);
    if (u_isUWhiteSpace(point) != 0 || u_charType(point) == U_CONTROL_CHAR) return;
    ++counts.bare;
    counts.replaced += c == kReplacement ? 1 : 0;
    hashes.push_back(combine(seed, c));
  }
};

// Returns an empty string if all implementations agree.
std::string fault_of(std::string_view text) {
  const Obvious obvious(text, 7);
  if (count_characters(text) != obvious.counts) return "the fast way";
  if (count_characters_plain(text) != obvious.counts) return "the plain way";
  std::vector<std::uint64_t> hashes = {1, 2, 3};
  hash_bare_characters(text, 7, hashes);
  if (hashes != obvious.hashes) return "the hashes";
  const CharacterBounds bounds = hash_units(text, 7, hashes);
  if (bounds.in_units_min > obvious.counts.in_units) return "the bound of units";
  if (bounds.bare_max < obvious.counts.bare) return "the bound of bare ones";
  return bounds.has_replaced == (obvious.counts.replaced > 0) ? "" : "what is replaced";
}

CharacterCounts counts_of(std::uint64_t in_units, std::uint64_t bare, std::uint64_t replaced = 0) {
  return {.in_units = in_units, .bare = bare, .replaced = replaced};
}

TEST(BareCharacters, AreThoseThatMakeNoUnit) {
  EXPECT_EQ(count_characters(""), counts_of(0, 0));
  EXPECT_EQ(count_characters(std::string_view()), counts_of(0, 0));  // no bytes to read from
  EXPECT_EQ(count_characters(" \t\n\u00a0\u2003\u3000\x01\x7f"), counts_of(0, 0));
  EXPECT_EQ(count_characters("w = a[3] + b;"), counts_of(4, 5));
  EXPECT_EQ(count_characters("\u4e2d\u6587\u3002\ud55c\uae00\uff01"), counts_of(4, 2));
  EXPECT_EQ(count_characters("\u041f\u0440\u0438\u0432\u0435\u0442\u2026"), counts_of(6, 1));
}

// Kinds of writing that occur in texts but are invisible to resemblance.
TEST(BareCharacters, AreAllWritingWithoutLetters) {
  for (const std::string text :
       {"\u2819\u2863", "\u265a\u2655", "\U0001f631\U0001f635", "\U0001d98a\U0001d9ae",
        "\u22c5\u22d7", "\ue000\uf8ff", "\U000f0000\U00100000", "\u4dc0\u4dff", "\u25a0\u25b3",
        "\U0001d11e\U0001d15d", "\U00010d50\U00010d51", "\u0378\u0379", "\u00d7\u00f7",
        "\ufdd0\uffff"}) {
    EXPECT_EQ(count_characters(text), counts_of(0, 2)) << text;
    EXPECT_EQ(fault_of(text), "") << text;
    EXPECT_THAT(split_units(text), IsEmpty()) << text;
  }
}

TEST(BareCharacters, MarksAndWhatUnitsDropAreNeither) {
  EXPECT_EQ(count_characters("e\u0301 co\u00adop \u2764\ufe0f"), counts_of(5, 1));
  EXPECT_EQ(count_characters("\u0628\u064e\u0640\u0644"), counts_of(2, 0));
  EXPECT_EQ(count_characters("\u05e9\u05c1\u05b8\u05be\ufb2a"), counts_of(2, 1));
  EXPECT_EQ(count_characters("\u0301\u064e\u0640\ufe76\u200b"), counts_of(0, 0));
}

TEST(BareCharacters, IllFormedIsReplaced) {
  EXPECT_EQ(count_characters("a\xff"
                             "b\xe4\xb8"
                             "c\ufffd"),
            counts_of(3, 3, 3));
  EXPECT_EQ(count_characters("\xed\xa0\x80"), counts_of(0, 3, 3));
  EXPECT_EQ(count_characters("\xe4\xb8\xad\x80"), counts_of(1, 1, 1));
  EXPECT_EQ(count_characters("\xf0\xe4\xb8\xad"), counts_of(1, 1, 1));
}

TEST(BareCharacters, HashesAreThoseOfTheCharactersInOrder) {
  std::vector<std::uint64_t> hashes = {9};
  hash_bare_characters("a + \u2819\u0301\tb\xff-", 5, hashes);
  EXPECT_THAT(hashes, ElementsAre(combine(5, U'+'), combine(5, 0x2819), combine(5, 0xfffd),
                                  combine(5, U'-')));
}

TEST(BareCharacters, AllWaysAgreeOnEveryCharacter) {
  std::string all;
  for (char32_t c = 0; c < 0x110000; c += kOneOf) {
    if (c >= 0xd800 && c < 0xe000) continue;
    const std::string text = utf8_of(c);
    ASSERT_EQ(fault_of(text), "") << std::hex << static_cast<unsigned>(c);
    all += text;
  }
  EXPECT_EQ(fault_of(all), "");
}

RC_GTEST_PROP(BareCharactersProperty, AllWaysAgree, ()) {
  std::string text = draw_mixed_text();
  for (int n = draw_below(4); n > 0; --n) text += draw_mixed_text();
  RC_ASSERT(fault_of(text) == "");
}

// Long texts with few kinds of pieces: block boundaries fall everywhere.
RC_GTEST_PROP(BareCharactersProperty, AllWaysAgreeOnRuns, ()) {
  std::string text;
  for (int n = 1 + draw_below(20); n > 0; --n) {
    const std::string piece = draw_piece();
    for (int times = draw_below(draw_below(8) == 0 ? 400 : 12); times > 0; --times) text += piece;
  }
  RC_ASSERT(fault_of(text) == "");
}

TEST(BareCharacters, AllWaysAgreeOnRandomBytes) {
  std::mt19937 random(11);
  // Random combinations of first bytes, tails and ASCII.
  constexpr std::string_view kBytes =
      "\x01\x1f !a9~\x7f\x80\xb0\xb7\xb8\xbf\xc3\xd0\xd1\xd2\xe3\xe4\xe5\xea\xec\xed\xf0\xf4\xff";
  for (int round = 0; round < 3000; ++round) {
    std::string text(random() % 300, ' ');
    for (char& c : text) {
      c = round % 2 == 0 ? static_cast<char>(random()) : kBytes[random() % kBytes.size()];
    }
    ASSERT_EQ(fault_of(text), "") << round;
  }
}

TEST(BareCharacters, ALongTextCanBeEnded) {
  for (const std::string piece : {"word, ", "\u7f51\u9875\u3002", "\u2819"}) {
    std::string text;
    while (text.size() < kLookBytes + 1000) text += piece;
    std::size_t looks = 0;
    const Look look = [&looks] { ++looks; };
    EXPECT_EQ(count_characters(text, look), count_characters(text));
    std::vector<std::uint64_t> hashes;
    hash_bare_characters(text, 0, hashes, look);
    EXPECT_EQ(looks, 2U) << piece;
    EXPECT_THROW((void)count_characters(text, [] { throw 5; }), int);
  }
}

TEST(BareCharacters, AllWaysAgreeOnRealDocuments) {
  std::size_t documents = 0;
  for (const char* set : {"ota_terms", "tidb_zh", "debian_zh_html", "tangshi_two_editions"}) {
    for (const std::string& text : real_documents(set, 1'000'000)) {
      ASSERT_EQ(fault_of(text), "") << set << ": " << text.substr(0, 200);
      ++documents;
    }
  }
  if (documents == 0) GTEST_SKIP() << "skipped: no data at " << data_name();
}

}  // namespace
}  // namespace facsim

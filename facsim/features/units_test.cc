// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <chrono>

#include "facsim/base/hash64.h"
#include "facsim/features/ascii_blocks_internal.h"
#include "facsim/features/code_points_internal.h"
#include "facsim/features/documents_for_test.h"
#include "facsim/features/icu_for_test.h"
#include "facsim/features/mixed_text_for_test.h"

namespace facsim {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> units_of(std::string_view text) {
  std::vector<std::string> units;
  for (const Unit& unit : split_units(text)) units.push_back(unit.text);
  return units;
}

std::vector<std::uint64_t> slow_hashes(std::string_view text, std::uint64_t seed) {
  std::vector<std::uint64_t> hashes;
  for (const Unit& unit : split_units(text, seed)) hashes.push_back(unit.hash);
  return hashes;
}

std::vector<std::uint64_t> fast_hashes(std::string_view text, std::uint64_t seed) {
  std::vector<std::uint64_t> hashes;
  hash_units(text, seed, hashes);
  return hashes;
}

bool begins_character(std::string_view text, std::size_t at) {
  return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xc0U) != 0x80;
}

// Returns an empty string if all ranges are valid.
std::string fault_of_ranges(std::string_view text, const std::vector<Unit>& units) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Unit& unit = units[i];
    if (unit.begin >= unit.end || unit.end > text.size()) return "bad range of " + unit.text;
    if (!begins_character(text, unit.begin)) return "range inside of a character: " + unit.text;
    if (i > 0 && (units[i - 1].begin > unit.begin || units[i - 1].end > unit.end)) {
      return "descends at " + unit.text;
    }
  }
  return "";
}

TEST(Units, WordsAreRunsOfLettersMarksAndDigits) {
  EXPECT_THAT(units_of(""), IsEmpty());
  EXPECT_THAT(units_of(" .,_-\n\t"), IsEmpty());
  EXPECT_THAT(units_of("Hello, World!"), ElementsAre("hello", "world"));
  EXPECT_THAT(units_of("don't snake_case x86-64"),
              ElementsAre("don", "t", "snake", "case", "x86", "64"));
  EXPECT_THAT(units_of("na\u00efve \u041f\u0440\u0438\u0432\u0435\u0442"),
              ElementsAre("na\u00efve", "\u043f\u0440\u0438\u0432\u0435\u0442"));
}

TEST(Units, FoldsCaseAndCompatibility) {
  EXPECT_THAT(units_of("STRASSE Stra\u00dfe"), ElementsAre("strasse", "strasse"));
  EXPECT_THAT(units_of("\ufb01ne \uff21\uff22\uff11"), ElementsAre("fine", "ab1"));
  EXPECT_THAT(units_of("\u0130I"), ElementsAre("i\u0307i"));
  EXPECT_THAT(units_of("e\u0301t\u00e9"), ElementsAre("\u00e9t\u00e9"));
  EXPECT_THAT(units_of("\u00bd \u2460 \u2163"), ElementsAre("1", "2", "1", "iv"));
}

TEST(Units, DefaultIgnorablesDoNotSeparate) {
  EXPECT_THAT(units_of("co\u00adop zero\u200bwidth \u2764\ufe0f"),
              ElementsAre("coop", "zerowidth"));
}

TEST(Units, ScriptsWithoutSpacesGiveAUnitACharacter) {
  EXPECT_THAT(units_of("\u4e2d\u6587abc\u5b57"), ElementsAre("\u4e2d", "\u6587", "abc", "\u5b57"));
  EXPECT_THAT(units_of("\u4e8c\u3007\u4e8c\u4e00"),
              ElementsAre("\u4e8c", "\u3007", "\u4e8c", "\u4e00"));
  EXPECT_THAT(units_of("\u30b3\u30fc\u30d2"), ElementsAre("\u30b3", "\u30fc", "\u30d2"));
  EXPECT_THAT(units_of("\uff76\uff9e"), ElementsAre("\u30ac"));
  EXPECT_THAT(units_of("\ud55c\uae00"), ElementsAre("\ud55c", "\uae00"));
  EXPECT_THAT(units_of("\u1112\u1161\u11ab"), ElementsAre("\ud55c"));
  EXPECT_THAT(units_of("\u0e17\u0e35\u0e48\u0e2d"), ElementsAre("\u0e17\u0e35\u0e48", "\u0e2d"));
  EXPECT_THAT(units_of("\u1780\u17d2\u1798"), ElementsAre("\u1780\u17d2", "\u1798"));
  EXPECT_THAT(units_of("\u0f56\u0f7c\u0f51"), ElementsAre("\u0f56\u0f7c", "\u0f51"));
}

TEST(Units, MarksStayWithWhatTheyFollow) {
  EXPECT_THAT(units_of("\u4e2d\u0301a"), ElementsAre("\u4e2d\u0301", "a"));
  EXPECT_THAT(units_of(" \u0301b"), ElementsAre("\u0301b"));
  EXPECT_THAT(units_of("\u0939\u093f\u0928\u094d\u0926\u0940"),
              ElementsAre("\u0939\u093f\u0928\u094d\u0926\u0940"));
}

TEST(Units, IllFormedAndUnknownSeparate) {
  EXPECT_THAT(units_of("a\xff"
                       "b\xe4\xb8"
                       "c"),
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(units_of(std::string_view("a\0b", 3)), ElementsAre("a", "b"));
  EXPECT_THAT(units_of("a\u0378b"), ElementsAre("a", "b"));
}

TEST(Units, KnowWhereTheyCameFrom) {
  const std::string text =
      "\xff"
      "A\u00c9 co\u00adop \u337f e\u0301";
  const std::vector<Unit> units = split_units(text);
  ASSERT_EQ(units.size(), 7U);
  const auto source = [&](std::size_t i) {
    return text.substr(units[i].begin, units[i].end - units[i].begin);
  };
  EXPECT_EQ(source(0), "A\u00c9");
  EXPECT_EQ(source(1), "co\u00adop");
  for (std::size_t i = 2; i < 6; ++i) EXPECT_EQ(source(i), "\u337f");
  EXPECT_EQ(source(6), "e\u0301");
}

TEST(Units, HashIsHash64OfTheText) {
  for (const Unit& unit : split_units("Some \u4e2d\u6587 words", 42)) {
    EXPECT_EQ(unit.hash, hash64(unit.text, 42));
  }
  EXPECT_NE(fast_hashes("word", 1), fast_hashes("word", 2));
}

// If these bits change, existing indexes become unusable.
TEST(Units, PinnedHashes) {
  EXPECT_THAT(fast_hashes("The quick brown fox", 0),
              ElementsAre(14632902600990866813U, 11854836010350326562U, 1021128140302244075U,
                          13965643304042992335U));
  EXPECT_THAT(fast_hashes("\u4e2d\u6587\u7f51\u9875", 0),
              ElementsAre(370622144079596642U, 5165077395479788922U, 1624847128464947635U,
                          10405922024700863178U));
  EXPECT_THAT(fast_hashes("Caf\u00e9 \u6771\u4eac 2024 na\u00efve \ufb01ne", 0),
              ElementsAre(5513492080776525439U, 436555064826357133U, 7623898120226065030U,
                          7757853011554771970U, 14757376859149137928U, 11122502712088445U));
}

TEST(Units, BothWaysAgreeOnEveryCharacterAlone) {
  for (char32_t c = 0; c < 0x110000; c += kOneOf) {
    if (c >= 0xd800 && c < 0xe000) continue;
    const std::string text = utf8_of(c);
    ASSERT_EQ(fast_hashes(text, 0), slow_hashes(text, 0)) << std::hex << static_cast<unsigned>(c);
    ASSERT_EQ(fast_hashes(text, 0), icu_hashes(text, 0)) << std::hex << static_cast<unsigned>(c);
  }
}

// After a letter, an ideograph and a separator, before a letter and a mark.
TEST(Units, BothWaysAgreeOnEveryCharacterAmongOthers) {
  for (char32_t c = 0x80; c < 0x20000; c += kOneOf) {
    if (c >= 0xd800 && c < 0xe000) continue;
    if (is_common_ideograph(c) && c % 64 != 0) continue;
    const std::string x = utf8_of(c);
    const std::string text = "aB" + x + "c \u4e2d" + x + "\u6587=" + x + "\u0301" + x + x;
    ASSERT_EQ(fast_hashes(text, 0), slow_hashes(text, 0)) << std::hex << static_cast<unsigned>(c);
    ASSERT_EQ(fast_hashes(text, 0), icu_hashes(text, 0)) << std::hex << static_cast<unsigned>(c);
  }
}

RC_GTEST_PROP(UnitsProperty, BothWaysAgree, ()) {
  const std::string text = draw_mixed_text();
  RC_ASSERT(fast_hashes(text, 7) == slow_hashes(text, 7));
  RC_ASSERT(fast_hashes(text, 7) == icu_hashes(text, 7));
  RC_ASSERT(fault_of_ranges(text, split_units(text)) == "");
}

// More characters than are normalised together.
RC_GTEST_PROP(UnitsProperty, AllWaysAgreeOnTowers, ()) {
  std::string text = draw_piece();
  for (int part = 1 + draw_below(3); part > 0; --part) {
    const std::string one = draw_hard_piece();
    const std::string other =
        draw_below(2) == 0 ? draw_piece() : utf8_of(static_cast<char32_t>(0x300 + draw_below(112)));
    for (int n = draw_below(150); n > 0; --n) text += draw_below(2) == 0 ? one : other;
  }
  RC_ASSERT(fast_hashes(text, 7) == slow_hashes(text, 7));
  RC_ASSERT(fast_hashes(text, 7) == icu_hashes(text, 7));
}

// Runs of ideographs, with characters that may occur among them.
RC_GTEST_PROP(UnitsProperty, AllWaysAgreeOnIdeographs, ()) {
  const std::vector<std::string> pieces = {
      "\u3002",     "\uff0c", "\u3042",   "\uac00",       "\u3099", "\u0301",
      "a",          "\u00e9", "\ufe0f",   "\u2fa0",       "\uf9d1", "\ufe34",
      "\ue000",     " ",      "\xe4\xb8", "\xed\xa0\x80", "\u0338", "\uff1d",
      "\U00020000", "\u0e01", "\u2126",   "\xe0\x9f\xbf", "\u0915", "="};
  std::string text;
  for (int n = draw_below(60); n > 0; --n) {
    for (int run = draw_below(5) == 0 ? draw_below(150) : draw_below(6); run > 0; --run) {
      text += utf8_of(static_cast<char32_t>(0x4dff + draw_below(0x5202)));
    }
    text += pieces[static_cast<std::size_t>(draw_below(static_cast<int>(pieces.size())))];
  }
  RC_ASSERT(fast_hashes(text, 7) == slow_hashes(text, 7));
  RC_ASSERT(fast_hashes(text, 7) == icu_hashes(text, 7));
}

// Window boundaries fall everywhere.
RC_GTEST_PROP(UnitsProperty, BothWaysAgreeOnLongAscii, ()) {
  std::string text;
  constexpr std::array<std::size_t, 8> kSizes = {1, 3, 7, 13, 63, 64, 65, 300};
  const int words = 1 + draw_below(80);
  for (int i = 0; i < words; ++i) {
    text.append(static_cast<std::size_t>(draw_below(3)), ' ');
    text.append(kSizes[static_cast<std::size_t>(draw_below(draw_below(4) == 0 ? 8 : 4))],
                "aQ9"[draw_below(3)]);
    if (draw_below(12) == 0) text += draw_hard_piece();
  }
  RC_ASSERT(fast_hashes(text, 0) == slow_hashes(text, 0));
}

TEST(Units, AsciiIsClassifiedAsByALoop) {
  for (unsigned shift = 0; shift < 256; ++shift) {
    std::array<char, 64> bytes;
    std::array<char, 64> lowered;
    std::array<char, 64> lowered_plain;
    AsciiBits expected;
    for (unsigned i = 0; i < 64; ++i) {
      const unsigned byte = (i * 37 + shift) & 0xffU;
      bytes[i] = static_cast<char>(byte);
      const bool word = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                        (byte >= 'A' && byte <= 'Z');
      expected.words |= std::uint64_t{word} << i;
      expected.foreign |= std::uint64_t{byte >= 0x80} << i;
    }
    const AsciiBits plain = classify_plain(bytes.data(), lowered_plain.data());
    const AsciiBits chosen = classify(bytes.data(), lowered.data());
    EXPECT_EQ(plain.words, expected.words);
    EXPECT_EQ(plain.foreign, expected.foreign);
    EXPECT_EQ(chosen.words, expected.words);
    EXPECT_EQ(chosen.foreign, expected.foreign);
    for (unsigned i = 0; i < 64; ++i) {
      if (((expected.words >> i) & 1U) == 0) continue;
      EXPECT_EQ(lowered[i], bytes[i] | 0x20);
      EXPECT_EQ(lowered_plain[i], lowered[i]);
    }
  }
}

TEST(Units, SpacesAreClassifiedAsByALoop) {
  for (unsigned shift = 0; shift < 256; ++shift) {
    std::array<char, 16> bytes;
    std::array<char, 16> expected_spaced;
    SpaceBits expected;
    for (unsigned i = 0; i < 16; ++i) {
      const unsigned byte = (i * 37 + shift) & 0xffU;
      bytes[i] = static_cast<char>(byte);
      const bool is_space = byte == ' ' || (byte >= '\t' && byte <= '\r');
      expected_spaced[i] = is_space ? ' ' : bytes[i];
      expected.spaces |= std::uint32_t{is_space} << i;
      expected.foreign |= std::uint32_t{byte >= 0x80} << i;
    }
    for (const auto way : {classify_spaces, classify_spaces_plain}) {
      std::array<char, 16> spaced{};
      const SpaceBits bits = way(bytes.data(), spaced.data());
      EXPECT_EQ(bits.spaces, expected.spaces);
      EXPECT_EQ(bits.foreign, expected.foreign);
      EXPECT_EQ(spaced, expected_spaced);
    }
  }
}

// Reordering a million marks at once would take a day.
TEST(Units, TowersOfMarksTakeLinearTime) {
  std::string tower = "a";
  std::string ignored = "b";
  for (int i = 0; i < 500'000; ++i) {
    tower += "\u0301\u0316";
    ignored += "\u200b";
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(fast_hashes(tower, 0), slow_hashes(tower, 0));
  EXPECT_THAT(units_of(ignored + "c"), ElementsAre("bc"));
  EXPECT_EQ(fast_hashes(ignored + "c", 0), slow_hashes("bc", 0));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

// Whatever a long text consists of, cancellation is checked once in some megabytes; units do not
// change.
TEST(Units, OfALongTextCanBeEnded) {
  for (const std::string piece : {"one two three ", "a", "\u00e9", "\u00e9t\u00e9 ", "\u7f51\u9875",
                                  " ", "e\u0301", "\u0301", "x \u0301", "\xff"}) {
    const std::size_t looks_wanted = piece == "a" ? 2 : 1;  // some pieces take a slow path
    std::string text;
    while (text.size() < looks_wanted * kLookBytes + 1000) text += piece;
    std::vector<std::uint64_t> plain;
    hash_units(text, 0, plain);
    std::vector<std::uint64_t> hashes;
    std::size_t looks = 0;
    hash_units(text, 0, hashes, [&looks] { ++looks; });
    EXPECT_EQ(looks, looks_wanted) << piece;
    EXPECT_EQ(hashes, plain) << piece;
    EXPECT_THROW(hash_units(text, 0, hashes, [] { throw 5; }), int) << piece;
  }
}

TEST(Units, ClearsWhatStoodThere) {
  std::vector<std::uint64_t> hashes = {1, 2, 3};
  hash_units("", 0, hashes);
  EXPECT_THAT(hashes, IsEmpty());
}

TEST(Units, BothWaysAgreeOnRealDocuments) {
  std::size_t documents = 0;
  for (const char* set :
       {"ota_terms", "tidb_zh", "debian_install_guide", "debian_zh_html", "tangshi_two_editions"}) {
    for (const std::string& text : real_documents(set, 2'000'000)) {
      ASSERT_EQ(fast_hashes(text, 0), slow_hashes(text, 0)) << set << ": " << text.substr(0, 200);
      ASSERT_EQ(fast_hashes(text, 0), icu_hashes(text, 0)) << set << ": " << text.substr(0, 200);
      ASSERT_EQ(fault_of_ranges(text, split_units(text)), "");
      ++documents;
    }
  }
  if (documents == 0) GTEST_SKIP() << "skipped: no data at " << data_name();
}

}  // namespace
}  // namespace facsim

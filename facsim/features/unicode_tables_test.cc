// SPDX-License-Identifier: Apache-2.0
// Compares the tables and the functions that use them with ICU and the test file of the Unicode
// Character Database.

#include "facsim/features/unicode_tables_internal.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unicode/locid.h>

#include <array>
#include <cctype>
#include <cstdio>
#include <memory>
#include <sstream>

#include "facsim/features/code_points_internal.h"
#include "facsim/features/folding_internal.h"
#include "facsim/features/icu_for_test.h"
#include "facsim/features/mixed_text_for_test.h"
#include "facsim/features/short_hash_internal.h"
#include "facsim/features/unicode_case_internal.h"
#include "facsim/features/unicode_normal_internal.h"

namespace facsim {
namespace {

bool is_surrogate(char32_t c) { return c >= 0xd800 && c < 0xe000; }

std::string normalized(NormalForm form, std::string_view text) {
  std::string out;
  append_normalized(form, text, out);
  return out;
}

std::string lower(std::string_view text) {
  std::string out;
  append_lower(text, out);
  return out;
}

std::string icu_lower(std::string_view text) {
  const icu::StringPiece piece(text.data(), static_cast<std::int32_t>(text.size()));
  std::string out;
  return icu::UnicodeString::fromUTF8(piece).toLower(icu::Locale::getRoot()).toUTF8String(out);
}

TEST(UnicodeTables, PropertiesAreThoseOfIcu) {
  for (char32_t c = 0; c <= kCodePointLast; ++c) {
    const auto point = static_cast<UChar32>(c);
    ASSERT_EQ(is_known(c), icu_is_known(c)) << std::hex << static_cast<unsigned>(c);
    if (!is_known(c)) continue;
    ASSERT_EQ(unit_class(c), icu_unit_class(c)) << std::hex << static_cast<unsigned>(c);
    const bool is_alphanumeric =
        (U_GET_GC_MASK(point) & U_GC_L_MASK) != 0 || u_getNumericValue(point) != U_NO_NUMERIC_VALUE;
    ASSERT_EQ(is_word_character(c), is_alphanumeric || c == U'_')
        << std::hex << static_cast<unsigned>(c);
  }
}

// Characters that later versions assign must not enter with a newer database.
TEST(UnicodeTables, UnknownCharactersAreSeparatorsThatStay) {
  for (char32_t c = 0; c <= kCodePointLast; ++c) {
    if (is_surrogate(c) || icu_is_known(c)) continue;
    ASSERT_EQ(folded(c).kind(), Folded::Kind::separator) << std::hex << static_cast<unsigned>(c);
    ASSERT_EQ(kCanonicalTrie[c], 0) << std::hex << static_cast<unsigned>(c);
    ASSERT_EQ(lower(utf8_of(c)), utf8_of(c)) << std::hex << static_cast<unsigned>(c);
    ASSERT_FALSE(is_word_character(c)) << std::hex << static_cast<unsigned>(c);
  }
}

// Towers are cut correctly only if the same characters cannot begin a piece.
TEST(UnicodeTables, PiecesBeginWhereThoseOfIcuDo) {
  for (char32_t c = 0; c <= kCodePointLast; ++c) {
    if (!icu_is_known(c)) continue;
    const bool begins = icu_fold().hasBoundaryBefore(static_cast<UChar32>(c)) != 0;
    ASSERT_EQ(folded(c).begins_piece(), begins) << std::hex << static_cast<unsigned>(c);
  }
}

TEST(UnicodeTables, EveryCharacterNormalisesAsByIcu) {
  for (char32_t c = 0; c <= kCodePointLast; ++c) {
    if (!icu_is_known(c)) continue;
    for (const std::u32string& text :
         {std::u32string{c}, std::u32string{U'a', c, 0x323, 0x301}, std::u32string{c, 0x338, c}}) {
      ASSERT_EQ(normalized(NormalForm::nfc, utf8_of(text)),
                utf8_of(icu_normalized(icu_nfc(), text)))
          << std::hex << static_cast<unsigned>(c);
      ASSERT_EQ(normalized(NormalForm::nfkc_casefold, utf8_of(text)),
                utf8_of(icu_normalized(icu_fold(), text)))
          << std::hex << static_cast<unsigned>(c);
      ASSERT_EQ(normalized(NormalForm::unit, utf8_of(text)), utf8_of(icu_unit_form(text)))
          << std::hex << static_cast<unsigned>(c);
    }
  }
}

// All other characters fold in units as everywhere else.
TEST(UnicodeTables, UnitsDropSignsByTheirNames) {
  std::size_t dropped = 0;
  for (char32_t c = 0; c <= kCodePointLast; ++c) {
    if (!icu_is_known(c)) continue;
    const std::u32string kept = icu_unit_map(c);
    const std::u32string mapped = icu_normalized(icu_fold(), {&c, 1});
    ASSERT_EQ(unit_folded(c).kind() == Folded::Kind::ignored, kept.empty())
        << std::hex << static_cast<unsigned>(c);
    if (kept != mapped) {
      ++dropped;
    } else {
      ASSERT_EQ(kUnitFoldTrie[c], kFoldTrie[c]) << std::hex << static_cast<unsigned>(c);
    }
  }
  EXPECT_EQ(dropped, 259U);
}

// A segment of the maximal number of the worst characters.
TEST(UnicodeTables, TheLongestSegmentFits) {
  std::u32string text(kSegmentCodePointsMax, U'\ufdfa');
  EXPECT_EQ(normalized(NormalForm::nfkc_casefold, utf8_of(text)),
            utf8_of(icu_normalized(icu_fold(), text)));
  text.assign(kSegmentCodePointsMax, U'\u0344');
  EXPECT_EQ(normalized(NormalForm::nfc, utf8_of(text)), utf8_of(icu_normalized(icu_nfc(), text)));
}

std::string text_of_field(const std::string& field) {
  std::istringstream points(field);
  std::string text;
  for (std::string point; points >> point;) {
    text += utf8_of(static_cast<char32_t>(std::stoul(point, nullptr, 16)));
  }
  return text;
}

TEST(UnicodeTables, NormalizationTestOfTheDatabase) {
  const char* command =
      "bzip2 -dcq /usr/share/unicode/NormalizationTest.txt.bz2 2>/dev/null"
      " || cat /usr/share/unicode/NormalizationTest.txt 2>/dev/null";
  const std::unique_ptr<FILE, int (*)(FILE*)> file(popen(command, "r"), pclose);
  ASSERT_NE(file, nullptr);
  std::array<char, 4096> line;
  std::size_t cases = 0;
  std::vector<bool> is_listed(kCodePointLast + 1);
  bool in_part_one = false;
  bool is_first_line = true;
  while (std::fgets(line.data(), line.size(), file.get()) != nullptr) {
    std::string text(line.data());
    if (is_first_line && text.find("-15.0.0") == std::string::npos) {
      GTEST_SKIP() << "skipped: not of Unicode 15.0.0: " << text;
    }
    is_first_line = false;
    if (text.starts_with("@")) in_part_one = text.starts_with("@Part1");
    if (text.empty() || !std::isxdigit(static_cast<unsigned char>(text[0]))) continue;
    std::array<std::string, 5> columns;
    std::istringstream fields(text);
    for (std::string& column : columns) std::getline(fields, column, ';');
    if (in_part_one) is_listed[std::stoul(columns[0], nullptr, 16)] = true;
    for (std::string& column : columns) column = text_of_field(column);
    for (const int i : {0, 1, 2}) {
      ASSERT_EQ(normalized(NormalForm::nfc, columns[static_cast<std::size_t>(i)]), columns[1])
          << text;
    }
    for (const int i : {3, 4}) {
      ASSERT_EQ(normalized(NormalForm::nfc, columns[static_cast<std::size_t>(i)]), columns[3])
          << text;
    }
    ++cases;
  }
  if (cases == 0) GTEST_SKIP() << "skipped: no NormalizationTest.txt (package unicode-data)";
  EXPECT_GT(cases, 18'000U);
  for (char32_t c = 0; c <= kCodePointLast; ++c) {
    if (is_surrogate(c) || is_listed[c]) continue;
    ASSERT_EQ(normalized(NormalForm::nfc, utf8_of(c)), utf8_of(c))
        << std::hex << static_cast<unsigned>(c);
  }
}

TEST(UnicodeTables, EverySequenceOfBytesIsReadAsByIcu) {
  constexpr std::array<unsigned char, 8> kTails = {0x00, 0x41, 0x7f, 0x80, 0x9f, 0xa0, 0xbf, 0xc2};
  for (unsigned i = 0; i < 65'536 * 64; ++i) {
    const std::array<std::uint8_t, 4> bytes = {static_cast<std::uint8_t>(i & 0xffU),
                                               static_cast<std::uint8_t>((i >> 8) & 0xffU),
                                               kTails[(i >> 16) & 7U], kTails[(i >> 19) & 7U]};
    for (std::size_t size = 1; size <= 4; ++size) {
      std::size_t at = 0;
      UChar32 expected = 0;
      U8_NEXT(bytes.data(), at, size, expected);  // NOLINT(bugprone-inc-dec-in-conditions): ICU's
      const CodePoint c = code_point_at({reinterpret_cast<const char*>(bytes.data()), size}, 0);
      ASSERT_EQ(c.bytes, at) << std::hex << i << ' ' << size;
      ASSERT_EQ(c.is_well_formed, expected >= 0) << std::hex << i << ' ' << size;
      ASSERT_EQ(c.value, expected < 0 ? kReplacement : static_cast<char32_t>(expected));
    }
  }
}

TEST(UnicodeTables, EveryCharacterIsWrittenAndReadBack) {
  for (char32_t c = 0; c <= kCodePointLast; ++c) {
    if (is_surrogate(c)) continue;
    const FourBytes bytes = utf8_bytes(c);
    ASSERT_EQ(std::string(bytes.data, bytes.size), utf8_of(c));
    ASSERT_EQ(code_point_at({bytes.data, bytes.size}, 0).value, c);
    ASSERT_EQ(is_common_ideograph(c),
              bytes.size == 3 && is_common_ideograph_in_utf8(three_bytes(bytes.data)));
  }
}

TEST(UnicodeCase, LowersSigmaByItsPlace) {
  EXPECT_EQ(lower("\u03a3"), "\u03c3");
  EXPECT_EQ(lower("\u03a3\u038a\u03a3\u03a5\u03a6\u039f\u03a3 x"),
            "\u03c3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2 x");
  EXPECT_EQ(lower("A\u03a3.\u0301B A\u03a3.\u0301 'B"), "a\u03c3.\u0301b a\u03c2.\u0301 'b");
  EXPECT_EQ(lower("a\u00ad\u0345\u03a3"), "a\u00ad\u0345\u03c2");
  EXPECT_EQ(lower("\u0130I \u1e9e\U00010400"), "i\u0307i \u00df\U00010428");
  EXPECT_EQ(lower("A\xffZ\xe4\xb8"), "a\ufffdz\ufffd");
}

TEST(UnicodeCase, EveryCharacterIsLoweredAsByIcu) {
  for (char32_t c = 0; c <= kCodePointLast; ++c) {
    if (!icu_is_known(c)) continue;
    const std::string text =
        utf8_of(c) + " a" + utf8_of(c) + "\u03a3" + utf8_of(c) + " \u03a3" + utf8_of(c) + "a";
    ASSERT_EQ(lower(text), icu_lower(text)) << std::hex << static_cast<unsigned>(c);
  }
}

RC_GTEST_PROP(UnicodeCaseProperty, LowersMixedTextAsIcuDoes, ()) {
  std::string text;
  constexpr std::array<std::string_view, 8> kPieces = {"\u03a3", "a",      "B", ".",
                                                       "\u0301", "\u0345", " ", "\u0130"};
  const int pieces = draw_below(30);
  for (int i = 0; i < pieces; ++i) {
    const auto piece = static_cast<std::size_t>(draw_below(9));
    text += piece == 8 ? draw_hard_piece() : std::string(kPieces[piece]);
  }
  RC_ASSERT(lower(text) == icu_lower(text));
}

TEST(ShortHash, IsHash64) {
  constexpr std::size_t kAround = 4;
  std::uint64_t state = 1;
  for (int i = 0; i < 100'000; ++i) {
    std::array<char, 8 + 2 * kAround> bytes;
    for (char& byte : bytes) {
      state = mix64(state + 1);
      byte = static_cast<char>(state);
    }
    const std::uint64_t seed = i % 3 == 0 ? 0 : mix64(state);
    const ShortHash hash(seed);
    for (std::size_t size = 1; size <= 8; ++size) {
      const std::string_view text(bytes.data() + kAround, size);
      ASSERT_EQ(hash(text.data(), size), hash64(text, seed)) << size;
      if (size != 3) continue;
      ASSERT_EQ(hash.of_three(three_bytes(text.data())), hash64(text, seed));
    }
  }
}

}  // namespace
}  // namespace facsim

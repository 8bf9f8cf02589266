// SPDX-License-Identifier: Apache-2.0
#pragma once
// The slow twin of the tables: another implementation of Unicode, ICU, restricted to version 15.0.

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/features/code_points_internal.h"
#include "facsim/features/folding_internal.h"
#include "facsim/features/mixed_text_for_test.h"

namespace facsim {

static_assert(U_ICU_VERSION_MAJOR_NUM >= 72, "ICU 72 is the first that knows all of Unicode 15.0");

inline bool icu_is_known(char32_t c) {
  UVersionInfo age;
  u_charAge(static_cast<UChar32>(c), age);
  return !U_IS_SURROGATE(c) && age[0] >= 1 && (age[0] < 15 || (age[0] == 15 && age[1] == 0));
}

inline const icu::Normalizer2& icu_fold() {
  UErrorCode status = U_ZERO_ERROR;
  return *icu::Normalizer2::getNFKCCasefoldInstance(status);
}

inline const icu::Normalizer2& icu_nfc() {
  UErrorCode status = U_ZERO_ERROR;
  return *icu::Normalizer2::getNFCInstance(status);
}

inline UnitClass icu_unit_class(char32_t c) {
  static const std::set<UScriptCode> kWithoutSpaces = {
      USCRIPT_HAN,     USCRIPT_HIRAGANA, USCRIPT_KATAKANA,
      USCRIPT_HANGUL,  USCRIPT_BOPOMOFO, USCRIPT_YI,
      USCRIPT_TANGUT,  USCRIPT_NUSHU,    USCRIPT_KHITAN_SMALL_SCRIPT,
      USCRIPT_THAI,    USCRIPT_LAO,      USCRIPT_KHMER,
      USCRIPT_MYANMAR, USCRIPT_TAI_LE,   USCRIPT_NEW_TAI_LUE,
      USCRIPT_LANNA,   USCRIPT_TAI_VIET, USCRIPT_AHOM,
      USCRIPT_TIBETAN};
  const auto point = static_cast<UChar32>(c);
  const std::uint32_t category = U_GET_GC_MASK(point);
  if ((category & U_GC_M_MASK) != 0) return UnitClass::mark;
  if (u_hasBinaryProperty(point, UCHAR_IDEOGRAPHIC) != 0) return UnitClass::alone;
  if ((category & U_GC_L_MASK) == 0) {
    return (category & U_GC_ND_MASK) != 0 ? UnitClass::word : UnitClass::separator;
  }
  UErrorCode status = U_ZERO_ERROR;
  const bool alone =
      (c >= 0x3000 && c <= 0x30ff) || kWithoutSpaces.contains(uscript_getScript(point, &status));
  return alone ? UnitClass::alone : UnitClass::word;
}

// True for signs that units drop, recognised by their names.
inline bool icu_is_dropped_sign(char32_t c) {
  const auto point = static_cast<UChar32>(c);
  if (c < 0x590 || (U_GET_GC_MASK(point) & (U_GC_MN_MASK | U_GC_LM_MASK | U_GC_LO_MASK)) == 0) {
    return false;
  }
  std::array<char, 128> buffer{};
  UErrorCode status = U_ZERO_ERROR;
  u_charName(point, U_UNICODE_CHAR_NAME, buffer.data(), buffer.size(), &status);
  const std::string_view name(buffer.data());
  const bool is_mark = u_charType(point) == U_NON_SPACING_MARK;
  const bool is_letter = u_charType(point) == U_OTHER_LETTER;
  const auto has = [name](std::string_view part) { return name.find(part) != name.npos; };
  if (name.starts_with("HEBREW ")) return is_mark;
  if (name.starts_with("SAMARITAN VOWEL SIGN ")) return is_mark;
  if (name.starts_with("SYRIAC ")) return is_mark && c >= 0x730 && c < 0x740;
  if (is_letter || !name.starts_with("ARABIC ")) {
    return name == "NKO LAJANYALAN" || name == "ARABIC TAIL FRAGMENT";
  }
  return !has("HAMZA") && !has("MADDAH") && !has("TONE");
}

// What units make of a character before it is composed with others.
inline std::u32string icu_unit_map(char32_t c);

// A text is cut where normalisation must not look across: within towers of marks, and at ill-formed
// or unknown characters.
struct IcuPiece {
  std::u32string text;
  std::u32string stranger;  // what ends the piece: one character or nothing
};

inline std::vector<IcuPiece> icu_pieces(const icu::Normalizer2& normalizer, std::string_view utf8,
                                        bool drops_signs = false) {
  std::vector<IcuPiece> pieces(1);
  std::size_t in_segment = 0;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(utf8.data());
  for (std::size_t at = 0; at < utf8.size();) {
    const std::size_t size = std::min<std::size_t>(4, utf8.size() - at);
    std::size_t read = 0;
    UChar32 c = 0;
    U8_NEXT(bytes + at, read, size, c);  // NOLINT(bugprone-inc-dec-in-conditions): ICU's own
    at += read;
    if (c < 0 || !icu_is_known(static_cast<char32_t>(c))) {
      pieces.back().stranger.push_back(c < 0 ? kReplacement : static_cast<char32_t>(c));
      pieces.emplace_back();
      in_segment = 0;
      continue;
    }
    const bool is_dropped = drops_signs && icu_unit_map(static_cast<char32_t>(c)).empty();
    if (!is_dropped && normalizer.hasBoundaryBefore(c) != 0) in_segment = 0;
    if (in_segment == kSegmentCodePointsMax) {
      pieces.emplace_back();
      in_segment = 0;
    }
    ++in_segment;
    pieces.back().text.push_back(static_cast<char32_t>(c));
  }
  return pieces;
}

inline std::u32string icu_normalized(const icu::Normalizer2& normalizer, std::u32string_view text) {
  icu::UnicodeString source;
  for (const char32_t c : text) source.append(static_cast<UChar32>(c));
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeString form = normalizer.normalize(source, status);
  std::u32string out;
  for (int i = 0; i < form.length(); i = form.moveIndex32(i, 1)) {
    out.push_back(static_cast<char32_t>(form.char32At(i)));
  }
  return out;
}

inline std::u32string icu_unit_map(char32_t c) {
  const std::u32string mapped = icu_normalized(icu_fold(), {&c, 1});
  std::u32string kept = mapped;
  std::erase_if(kept, icu_is_dropped_sign);
  return kept == U" " && kept != mapped ? U"" : kept;
}

inline std::u32string icu_unit_form(std::u32string_view text) {
  std::u32string mapped;
  for (const char32_t c : text) mapped += icu_unit_map(c);
  return icu_normalized(icu_nfc(), mapped);
}

// The units of a text.
inline std::vector<std::string> icu_units(std::string_view utf8) {
  std::vector<std::string> units;
  UnitClass open = UnitClass::separator;
  for (const IcuPiece& piece : icu_pieces(icu_fold(), utf8, true)) {
    for (const char32_t c : icu_unit_form(piece.text)) {
      const UnitClass now = icu_unit_class(c);
      const bool lengthens = open != UnitClass::separator &&
                             (now == UnitClass::mark || (now == open && now == UnitClass::word));
      if (now != UnitClass::separator && !lengthens) units.emplace_back();
      if (now != UnitClass::separator) units.back() += utf8_of(c);
      if (!lengthens) open = now == UnitClass::mark ? UnitClass::word : now;
    }
    if (!piece.stranger.empty()) open = UnitClass::separator;
  }
  return units;
}

inline std::vector<std::uint64_t> icu_hashes(std::string_view utf8, std::uint64_t seed) {
  std::vector<std::uint64_t> hashes;
  for (const std::string& unit : icu_units(utf8)) hashes.push_back(hash64(unit, seed));
  return hashes;
}

// NFC with white space collapsed.
inline std::string icu_form(std::string_view utf8) {
  std::u32string form;
  bool space_waits = false;
  for (const IcuPiece& piece : icu_pieces(icu_nfc(), utf8)) {
    for (const char32_t c : icu_normalized(icu_nfc(), piece.text) + piece.stranger) {
      const bool is_space = u_isUWhiteSpace(static_cast<UChar32>(c)) != 0;
      if (is_space) {
        space_waits = !form.empty();
        continue;
      }
      if (space_waits) form.push_back(U' ');
      space_waits = false;
      form.push_back(c);
    }
  }
  return utf8_of(form);
}

}  // namespace facsim

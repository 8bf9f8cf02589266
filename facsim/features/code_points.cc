// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/code_points_internal.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uversion.h>

namespace facsim {
namespace {

static_assert(U_ICU_VERSION_MAJOR_NUM >= 72, "ICU 72 is the first that knows all of Unicode 15.0");

constexpr std::uint32_t kLetters = U_GC_L_MASK;
constexpr std::uint32_t kMarks = U_GC_M_MASK;
constexpr std::uint32_t kDigits = U_GC_ND_MASK;

// Scripts whose words are not set apart by spaces: those of East Asia, those of Line_Break=SA in
// Unicode 15.0 (UAX 14), and Tibetan.
bool is_script_without_spaces(UScriptCode script) noexcept {
  switch (script) {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_HANGUL:
    case USCRIPT_BOPOMOFO:
    case USCRIPT_YI:
    case USCRIPT_TANGUT:
    case USCRIPT_NUSHU:
    case USCRIPT_KHITAN_SMALL_SCRIPT:
    case USCRIPT_THAI:
    case USCRIPT_LAO:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR:
    case USCRIPT_TAI_LE:
    case USCRIPT_NEW_TAI_LUE:
    case USCRIPT_LANNA:
    case USCRIPT_TAI_VIET:
    case USCRIPT_AHOM:
    case USCRIPT_TIBETAN:
      return true;
    default:
      return false;
  }
}

bool stands_alone(char32_t c, std::uint32_t category) noexcept {
  const auto point = static_cast<UChar32>(c);
  // U+3007, the zero of 2021 in ideographs, is a number to Unicode.
  if (u_hasBinaryProperty(point, UCHAR_IDEOGRAPHIC) != 0) return true;
  if ((category & kLetters) == 0) return false;
  // U+30FC and other letters that hiragana and katakana share have no script of their own.
  if (c >= 0x3000 && c <= 0x30ff) return true;
  UErrorCode status = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(point, &status);
  return U_SUCCESS(status) != 0 && is_script_without_spaces(script);
}

}  // namespace

UnitClass unit_class(char32_t c) noexcept {
  const std::uint32_t category = U_GET_GC_MASK(static_cast<UChar32>(c));
  if ((category & kMarks) != 0) return UnitClass::mark;
  if (stands_alone(c, category)) return UnitClass::alone;
  return (category & (kLetters | kDigits)) != 0 ? UnitClass::word : UnitClass::separator;
}

bool is_known(char32_t c) noexcept {
  UVersionInfo age;
  u_charAge(static_cast<UChar32>(c), age);
  return age[0] >= 1 && (age[0] < 15 || (age[0] == 15 && age[1] == 0));
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/byte_letters_internal.h"

#include <unicode/uchar.h>

#include <cassert>
#include <string>

#include "facsim/extract/ascii_internal.h"
#include "facsim/extract/declared_encoding_internal.h"
#include "facsim/extract/letter_costs_internal.h"

namespace facsim {
namespace {

constexpr std::string_view kWestern = "en de fr es it pt nl da sv nb fi is ca gl eu ga sq";
constexpr std::string_view kCentral = "cs sk pl hu ro hr sl sq";
constexpr std::string_view kBaltic = "lt lv et";
constexpr std::string_view kCyrillic = "ru uk be bg sr mk";

// How rare an encoding is on the web, in bits: decides between readings of very few letters.
constexpr unsigned kCommon = 3;
constexpr unsigned kOld = 5;
constexpr unsigned kForgotten = 8;

struct Row {
  std::string_view label, languages;
  unsigned bits = kCommon;
};
constexpr std::array<Row, 23> kRows = {{
    {"windows-1252", kWestern, 0},
    {"windows-1250", kCentral},
    {"windows-1251", kCyrillic},
    {"windows-1253", "el"},
    {"windows-1254", "tr az"},
    {"windows-1255", "he"},
    {"windows-1256", "ar fa"},
    {"windows-1257", kBaltic},
    {"windows-1258", "vi"},
    {"windows-874", "th"},
    {"koi8-r", "ru"},
    {"koi8-u", "uk be"},
    {"iso-8859-2", kCentral, kOld},
    {"iso-8859-3", "eo", kForgotten},
    {"iso-8859-4", kBaltic, kForgotten},
    {"iso-8859-5", kCyrillic, kOld},
    {"iso-8859-6", "ar fa", kForgotten},
    {"iso-8859-7", "el", kOld},
    {"iso-8859-8", "he", kOld},
    {"iso-8859-13", kBaltic, kForgotten},
    {"iso-8859-14", "cy ga", kForgotten},
    {"iso-8859-15", kWestern, kOld},
    {"iso-8859-16", "ro pl hu sl hr sq", kForgotten},
}};

// Signs that occur in texts of any language: quotes, dashes, dots, the no-break space.
constexpr std::u16string_view kUsualSigns =
    u"\u00a0\u00ab\u00b7\u00bb\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026\u2039"
    u"\u203a";
constexpr std::u16string_view kOtherSigns =
    u"\u00a1\u00a3\u00a7\u00a9\u00ae\u00b0\u00b2\u00b3\u00bd\u00bf\u00d7\u20ac\u2122\u00b4\u200e"
    u"\u2116\u200f\u200c\u060c\u061b\u061f";
constexpr std::uint8_t kUsual = 2;
constexpr std::uint8_t kUnusual = 5;
constexpr std::uint8_t kRare = 9;
constexpr std::uint8_t kControl = 16;
constexpr std::uint8_t kNothing = 24;  // not a character of the encoding

std::uint8_t surcharge_of_sign(lxb_codepoint_t c, bool is_iso) {
  const auto sign = static_cast<char16_t>(c);
  // Quotes of windows code pages; ISO 8859 has them at the places of their letters.
  const bool is_quote = c >= 0x2000;
  if (kUsualSigns.find(sign) != std::u16string_view::npos) {
    return is_iso && is_quote ? kUnusual : kUsual;
  }
  if (kOtherSigns.find(sign) != std::u16string_view::npos) return kUnusual;
  return kRare;
}

// Romanian has a comma below at the places where other encodings have a cedilla; readers see no
// difference.
char16_t with_cedilla(char16_t letter) {
  if (letter == u'\u0219') return u'\u015f';
  return letter == u'\u021b' ? u'\u0163' : letter;
}

ByteLetter letter_of(lxb_codepoint_t c, bool is_iso) {
  ByteLetter letter;
  if (c >= kIllFormedMark) {
    letter.surcharge = kNothing;
    return letter;
  }
  const auto icu = static_cast<UChar32>(c);
  if (c < 0x20 || c == 0x7f || (c >= 0x80 && c < 0xa0)) {
    const bool is_usual = c == '\x1b' || (c < 0x20 && is_html_space(static_cast<char>(c)));
    letter.surcharge = is_usual ? 0 : kControl;
  } else if (u_isalpha(icu) || u_charType(icu) == U_NON_SPACING_MARK) {
    letter.letter = with_cedilla(static_cast<char16_t>(u_tolower(icu)));
    letter.is_upper = u_isupper(icu);
  } else if (c >= 0x80) {
    letter.surcharge = surcharge_of_sign(c, is_iso);
  }
  return letter;
}

std::array<ByteLetter, 256> letters_of(const Encoding& encoding) {
  std::array<ByteLetter, 256> letters;
  const bool is_iso =
      std::string_view(reinterpret_cast<const char*>(encoding.name)).starts_with("ISO");
  for (std::size_t byte = 0; byte < letters.size(); ++byte) {
    const char c = static_cast<char>(byte);
    for_each_code_point({&c, 1}, encoding,
                        [&](lxb_codepoint_t point) { letters[byte] = letter_of(point, is_iso); });
  }
  return letters;
}

std::vector<std::size_t> numbers_of(std::string_view languages) {
  std::vector<std::size_t> numbers;
  while (!languages.empty()) {
    const std::string_view name = take_word(languages);
    for (std::size_t i = 0; i < kPairLanguages; ++i) {
      if (kLanguageCosts[i].language == name) numbers.push_back(i);
    }
  }
  return numbers;
}

}  // namespace

const std::vector<ByteEncoding>& byte_encodings() {
  static const std::vector<ByteEncoding> all = [] {
    std::vector<ByteEncoding> encodings;
    for (const Row& row : kRows) {
      const Encoding* const encoding = encoding_labelled(row.label);
      assert(encoding != nullptr && "the Encoding Standard has it");
      encodings.push_back({encoding, row.bits, numbers_of(row.languages), letters_of(*encoding)});
    }
    return encodings;
  }();
  return all;
}

}  // namespace facsim

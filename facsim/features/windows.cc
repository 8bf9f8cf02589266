// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/windows.h"

#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include "facsim/base/utf.h"
#include "facsim/features/folding_internal.h"

namespace facsim {
namespace {

std::u32string nfkc_folded(std::string_view utf8) {
  std::string text;
  append_normalized(fold_normalizer(), to_utf8(utf8_to_characters(utf8)), text);
  return utf8_to_characters(text);
}

// str.lower(), then what \w matches, joined.
std::u32string python_folded(std::string_view utf8) {
  icu::UnicodeString text = icu::UnicodeString::fromUTF8(utf8);
  text.toLower(icu::Locale::getRoot());
  std::u32string joined;
  for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
    const UChar32 c = text.char32At(i);
    const bool is_number = u_getIntPropertyValue(c, UCHAR_NUMERIC_TYPE) != U_NT_NONE;
    if (u_isalpha(c) || is_number || c == '_') joined += static_cast<char32_t>(c);
  }
  return joined;
}

}  // namespace

std::u32string folded_characters(std::string_view utf8, Folding folding) {
  switch (folding) {
    case Folding::none:
      break;
    case Folding::nfkc:
      return nfkc_folded(utf8);
    case Folding::python:
      return python_folded(utf8);
  }
  return utf8_to_characters(utf8);
}

}  // namespace facsim

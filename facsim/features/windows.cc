// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/windows.h"

#include "facsim/base/utf.h"
#include "facsim/features/code_points_internal.h"
#include "facsim/features/folding_internal.h"
#include "facsim/features/unicode_case_internal.h"
#include "facsim/features/unicode_normal_internal.h"

namespace facsim {
namespace {

// Segment by segment, as units are folded.
std::u32string nfkc_folded(std::string_view utf8) {
  std::u32string out;
  out.reserve(utf8.size());
  std::string segment;
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint next = code_point_at(utf8, at);
    if (next.value < 0x80) {
      const bool is_capital = next.value >= 'A' && next.value <= 'Z';
      const std::size_t behind = at + 1;
      // A mark may follow, which composes with it.
      const bool is_alone =
          behind == utf8.size() || static_cast<unsigned char>(utf8[behind]) < 0x80;
      if (is_alone) {
        out += is_capital ? next.value + 0x20 : next.value;
        at = behind;
        continue;
      }
    }
    if (!next.is_well_formed || !is_known(next.value)) {
      out += kReplacement;
      at += next.bytes;
      continue;
    }
    const std::size_t end = segment_end(utf8, at);
    segment.clear();
    append_normalized(NormalForm::nfkc_casefold, utf8.substr(at, end - at), segment);
    out += utf8_to_characters(segment);
    at = end;
  }
  return out;
}

// str.lower(), then what \w matches, joined.
std::u32string python_folded(std::string_view utf8) {
  std::string lower;
  append_lower(utf8, lower);
  std::u32string joined = utf8_to_characters(lower);
  std::erase_if(joined, [](char32_t c) { return !is_word_character(c); });
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

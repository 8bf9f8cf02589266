// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/windows.h"

#include <bit>

#include "facsim/base/utf.h"
#include "facsim/features/ascii_internal.h"
#include "facsim/features/code_points_internal.h"
#include "facsim/features/folding_internal.h"
#include "facsim/features/unicode_case_internal.h"
#include "facsim/features/unicode_normal_internal.h"

namespace facsim {
namespace {

// Segment by segment, as units are folded.
std::u32string nfkc_folded(std::string_view utf8) {
  std::u32string out;
  std::string segment;
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint next = code_point_at(utf8, at);
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

// Where a run of ASCII ends.
std::size_t ascii_end(std::string_view utf8, std::size_t at) {
  for (; at + 8 <= utf8.size(); at += 8) {
    const std::uint64_t high = load_eight(utf8.data() + at) & kHighBits;
    if (high != 0) return at + static_cast<std::size_t>(std::countr_zero(high)) / 8;
  }
  while (at < utf8.size() && static_cast<unsigned char>(utf8[at]) < 0x80) ++at;
  return at;
}

char16_t lower_ascii(char byte) {
  const unsigned value = static_cast<unsigned char>(byte);
  return static_cast<char16_t>(value - unsigned{'A'} < 26 ? value + 0x20 : value);
}

// Writes UTF-16 behind what is there, in room that is made once.
class Writer {
 public:
  Writer(std::u16string& units, std::size_t most) : units_(units) { units_.resize(most); }

  void unit(char16_t unit) { units_[size_++] = unit; }
  void character(char32_t c) {
    ++characters_;
    if (c < 0x10000) return unit(static_cast<char16_t>(c));
    unit(static_cast<char16_t>(0xd7c0 + (c >> 10)));
    unit(static_cast<char16_t>(0xdc00 | (c & 0x3ff)));
  }
  // A segment may grow: U+FDFA becomes 18 characters.
  void characters(std::u32string_view text, std::size_t left) {
    const std::size_t most = size_ + 2 * text.size() + left;
    if (units_.size() < most) units_.resize(most);
    for (const char32_t c : text) character(c);
  }
  // ASCII, as it is or in small letters.
  void ascii(std::string_view text, bool lower) {
    char16_t* const to = units_.data() + size_;
    for (std::size_t i = 0; i < text.size(); ++i) {
      to[i] = lower ? lower_ascii(text[i]) : static_cast<char16_t>(text[i]);
    }
    size_ += text.size();
    characters_ += text.size();
  }
  // Letters, digits and _ of ASCII in small letters.
  void ascii_words(std::string_view text) {
    char16_t* const to = units_.data();
    for (const char byte : text) {
      const char16_t c = lower_ascii(byte);
      to[size_] = c;
      const bool is_word =
          unsigned{c} - unsigned{'a'} < 26 || unsigned{c} - unsigned{'0'} < 10 || c == u'_';
      size_ += is_word ? 1 : 0;
      characters_ += is_word ? 1 : 0;
    }
  }
  // Cuts the text to what was written.
  [[nodiscard]] std::size_t finish() {
    units_.resize(size_);
    return characters_;
  }

 private:
  std::u16string& units_;
  std::size_t size_ = 0;
  std::size_t characters_ = 0;
};

// Whether what stands before `at` is a piece of its own.
bool piece_ends(std::string_view utf8, std::size_t at) {
  if (at == utf8.size() || static_cast<unsigned char>(utf8[at]) < 0x80) return true;
  const CodePoint next = code_point_at(utf8, at);
  return !next.is_well_formed || !is_known(next.value) || folded(next.value).begins_piece();
}

// The common ideographs from `at` on, but for one that must be folded with what follows it.
std::size_t write_ideographs(std::string_view utf8, std::size_t at, Writer& writer) {
  while (at + 3 <= utf8.size()) {
    const std::uint32_t bytes = three_bytes(utf8.data() + at);
    if (!is_common_ideograph_in_utf8(bytes) || !piece_ends(utf8, at + 3)) break;
    writer.character(((bytes >> 4) & 0xf000U) | ((bytes >> 2) & 0xfc0U) | (bytes & 0x3fU));
    at += 3;
  }
  return at;
}

void fold_nfkc(std::string_view utf8, Writer& writer) {
  std::string segment;
  for (std::size_t at = 0; at < utf8.size();) {
    // The last character of ASCII may get a mark.
    std::size_t end = ascii_end(utf8, at);
    if (end > at && !piece_ends(utf8, end)) --end;
    writer.ascii(utf8.substr(at, end - at), true);
    at = write_ideographs(utf8, end, writer);
    if (at == utf8.size()) continue;
    const CodePoint next = code_point_at(utf8, at);
    if (next.value < 0x80 && piece_ends(utf8, at + 1)) continue;
    if (!next.is_well_formed || !is_known(next.value)) {
      writer.character(kReplacement);
      at += next.bytes;
      continue;
    }
    const Folded fold = folded(next.value);
    if (fold.begins_piece() && fold.sequence() == 0 && piece_ends(utf8, at + next.bytes)) {
      writer.character(next.value);
      at += next.bytes;
      continue;
    }
    end = segment_end(utf8, at);
    segment.clear();
    append_normalized(NormalForm::nfkc_casefold, utf8.substr(at, end - at), segment);
    writer.characters(utf8_to_characters(segment), utf8.size() - end);
    at = end;
  }
}

void fold_none(std::string_view utf8, Writer& writer) {
  for (std::size_t at = 0; at < utf8.size();) {
    const std::size_t end = ascii_end(utf8, at);
    writer.ascii(utf8.substr(at, end - at), false);
    for (at = end; at < utf8.size() && static_cast<unsigned char>(utf8[at]) >= 0x80;) {
      const CodePoint next = code_point_at(utf8, at);
      writer.character(next.value);
      at += next.bytes;
    }
  }
}

// Lower-casing looks at neighbours for a capital sigma only, and makes two characters of U+0130
// only: whatever else is not ASCII is lowered by itself.
void fold_python(std::string_view utf8, Writer& writer) {
  const auto general = [&](std::string_view part, std::size_t left) {
    writer.characters(folded_characters(part, Folding::python), left);
  };
  if (utf8.find("\xce\xa3") != std::string_view::npos) return general(utf8, 0);
  for (std::size_t at = 0; at < utf8.size();) {
    std::size_t end = ascii_end(utf8, at);
    writer.ascii_words(utf8.substr(at, end - at));
    for (at = end; at + 3 <= utf8.size();) {
      const std::uint32_t bytes = three_bytes(utf8.data() + at);
      if (!is_common_ideograph_in_utf8(bytes)) break;
      writer.character(((bytes >> 4) & 0xf000U) | ((bytes >> 2) & 0xfc0U) | (bytes & 0x3fU));
      at += 3;
    }
    for (end = at; end < utf8.size() && static_cast<unsigned char>(utf8[end]) >= 0x80;) {
      end += code_point_at(utf8, end).bytes;
    }
    if (end > at) general(utf8.substr(at, end - at), utf8.size() - end);
    at = end;
  }
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

std::size_t fold_to_utf16(std::string_view utf8, Folding folding, std::u16string& units) {
  // No byte of UTF-8 becomes more than one unit, but for what Writer::characters() makes room for.
  Writer writer(units, utf8.size());
  switch (folding) {
    case Folding::none:
      fold_none(utf8, writer);
      break;
    case Folding::nfkc:
      fold_nfkc(utf8, writer);
      break;
    case Folding::python:
      fold_python(utf8, writer);
      break;
  }
  return writer.finish();
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/windows.h"

#include "facsim/base/utf.h"
#include "facsim/features/code_points_internal.h"
#include "facsim/features/folding_internal.h"
#include "facsim/features/runs_internal.h"
#include "facsim/features/unicode_case_internal.h"
#include "facsim/features/unicode_normal_internal.h"
#include "facsim/features/unicode_tables_internal.h"

namespace facsim {
namespace {

// Works segment by segment, as units are folded.
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

// str.lower(), then the characters that \w matches, joined.
std::u32string python_folded(std::string_view utf8) {
  std::string lower;
  append_lower(utf8, lower);
  std::u32string joined = utf8_to_characters(lower);
  std::erase_if(joined, [](char32_t c) { return !is_word_character(c); });
  return joined;
}

// Reads UTF-8 and appends UTF-16, in space that is allocated once.
class Utf16Writer {
 public:
  // A byte gives at most one unit, except for what make_room() announces.
  Utf16Writer(std::string_view utf8, std::u16string& units) : utf8_(utf8), units_(units) {
    units_.resize(utf8.size());
  }

  [[nodiscard]] bool is_done() const { return at_ == utf8_.size(); }
  [[nodiscard]] std::size_t at() const { return at_; }
  void go_on_at(std::size_t at) { at_ = at; }

  // Takes the following bytes while they are ASCII (optionally in lower case) or of the wide kind.
  template <Wide kWide>
  void take_runs(bool lower) {
    // Locals: members would go through memory at each step.
    std::size_t at = at_;
    std::size_t size = size_;
    const char* const bytes = utf8_.data();
    char16_t* const units = units_.data();
    for (std::size_t wide = 1; wide != 0;) {
      const std::size_t narrow = widen_ascii(bytes + at, utf8_.size() - at, lower, units + size);
      at += narrow;
      size += narrow;
      wide = widen_wide<kWide>(bytes + at, utf8_.size() - at, units + size);
      at += 3 * wide;
      size += wide;
    }
    at_ = at;
    size_ = size;
  }
  // Takes the following ASCII in lower case, but only the characters that \w matches.
  void take_ascii_words() {
    const std::size_t count = widen_ascii(next_bytes(), left(), true, next_unit());
    const std::size_t end = size_ + count;
    char16_t* const units = units_.data();
    for (std::size_t i = size_; i < end; ++i) {
      const char16_t c = units[i];
      units[size_] = c;
      const bool is_word =
          unsigned{c} - unsigned{'a'} < 26 || unsigned{c} - unsigned{'0'} < 10 || c == u'_';
      size_ += is_word ? 1 : 0;
    }
    at_ += count;
  }
  void take_ideographs() {
    const std::size_t count = widen_wide<Wide::ideographs>(next_bytes(), left(), next_unit());
    at_ += 3 * count;
    size_ += count;
  }

  // For `characters` characters more than there are bytes left.
  void make_room(std::size_t characters) {
    const std::size_t most = size_ + 2 * characters + left();
    if (units_.size() < most) units_.resize(most);
  }
  void write(char32_t c) {
    if (c < kSupplement) {
      units_[size_++] = static_cast<char16_t>(c);
      return;
    }
    ++pairs_;
    units_[size_++] = static_cast<char16_t>(0xd7c0 + (c >> 10));
    units_[size_++] = static_cast<char16_t>(0xdc00 | (c & 0x3ff));
  }

  // A position in the output; everything after it may be overwritten.
  struct Place {
    std::size_t size = 0;
    std::size_t pairs = 0;
  };
  [[nodiscard]] Place place() const { return {size_, pairs_}; }
  void go_back(Place place) {
    size_ = place.size;
    pairs_ = place.pairs;
  }

  // Cuts the units to what was written; returns the number of characters.
  [[nodiscard]] std::size_t finish() {
    units_.resize(size_);
    return size_ - pairs_;
  }

 private:
  [[nodiscard]] const char* next_bytes() const { return utf8_.data() + at_; }
  [[nodiscard]] std::size_t left() const { return utf8_.size() - at_; }
  [[nodiscard]] char16_t* next_unit() { return units_.data() + size_; }

  std::string_view utf8_;
  std::u16string& units_;
  std::size_t at_ = 0;
  std::size_t size_ = 0;
  std::size_t pairs_ = 0;  // surrogate pairs
};

// Writes each character as if it were independent of the next one. If the next one turns out to be
// joined with it, it is taken back and both are normalised.
class NfkcFolder {
 public:
  NfkcFolder(std::string_view utf8, Utf16Writer& writer) : utf8_(utf8), writer_(writer) {}

  void run() {
    while (true) {
      writer_.take_runs<Wide::folded>(true);
      if (writer_.is_done()) return;
      take_character();
    }
  }

 private:
  void take_character() {
    const std::size_t at = writer_.at();
    const CodePoint next = code_point_at(utf8_, at);
    const Folded fold = folded(next.value);
    if (!next.is_well_formed || !fold.is_known()) {
      writer_.write(kReplacement);
      writer_.go_on_at(at + next.bytes);
      last_ = {.begin = writer_.at(), .end = writer_.at(), .place = {}};
      return;
    }
    if (!fold.begins_piece()) return take_segment();
    last_ = {.begin = at, .end = at + next.bytes, .place = writer_.place()};
    if (fold.sequence() == 0) {
      writer_.write(next.value);
    } else {
      const std::uint32_t* part = kSequences + fold.sequence();
      const std::size_t parts = *part >> kLengthShift;
      writer_.make_room(parts);
      for (std::size_t i = 0; i < parts; ++i) writer_.write(part[i] & kCodePointMask);
    }
    writer_.go_on_at(last_.end);
  }

  // Called if the next character cannot begin a piece.
  void take_segment() {
    const std::size_t begin = take_back();
    const std::size_t end = segment_end(utf8_, begin);
    segment_.clear();
    append_normalized(NormalForm::nfkc_casefold, utf8_.substr(begin, end - begin), segment_);
    writer_.go_on_at(end);
    writer_.make_room(segment_.size());
    for (std::size_t i = 0; i < segment_.size();) {
      const CodePoint c = code_point_at(segment_, i);
      writer_.write(c.value);
      i += c.bytes;
    }
    last_ = {.begin = end, .end = end, .place = {}};
  }

  // Takes back the character before the next one, unless it ended a segment; returns where it
  // begins. Characters not written by take_character() are ASCII or have three bytes and one unit.
  std::size_t take_back() {
    const std::size_t at = writer_.at();
    if (at == 0 || last_.begin == at) return at;
    if (last_.end == at) {
      writer_.go_back(last_.place);
      return last_.begin;
    }
    const Utf16Writer::Place place = writer_.place();
    writer_.go_back({.size = place.size - 1, .pairs = place.pairs});
    return at - (static_cast<unsigned char>(utf8_[at - 1]) < 0x80 ? 1 : 3);
  }

  // The input and output of the last take_character(); begin equals end if it is final.
  struct Last {
    std::size_t begin = 0;
    std::size_t end = 0;
    Utf16Writer::Place place;
  };

  std::string_view utf8_;
  Utf16Writer& writer_;
  std::string segment_;
  Last last_;
};

void fold_none(std::string_view utf8, Utf16Writer& writer) {
  while (true) {
    writer.take_runs<Wide::ideographs>(false);
    if (writer.is_done()) return;
    const CodePoint next = code_point_at(utf8, writer.at());
    writer.write(next.value);
    writer.go_on_at(writer.at() + next.bytes);
  }
}

// Lower-casing depends on neighbours only for a capital sigma: every other character that is not
// ASCII is lowered by itself. The second character of U+0130's lower case is a mark, which \w does
// not match.
void fold_python(std::string_view utf8, Utf16Writer& writer) {
  if (utf8.find("\xce\xa3") != std::string_view::npos) {
    const std::u32string folded = python_folded(utf8);
    writer.make_room(folded.size());
    for (const char32_t c : folded) writer.write(c);
    return;
  }
  while (true) {
    writer.take_ascii_words();
    writer.take_ideographs();
    if (writer.is_done()) return;
    const CodePoint next = code_point_at(utf8, writer.at());
    const unsigned lower = kPropertyTrie[next.value] >> kLowerShift;
    char32_t c = U'i';
    if (lower != kLowerDottedI) {
      c = static_cast<char32_t>(static_cast<std::int32_t>(next.value) + kLowerDeltas[lower]);
    }
    if (is_word_character(c)) writer.write(c);
    writer.go_on_at(writer.at() + next.bytes);
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

std::string folded_letters(std::string_view utf8) {
  std::u32string letters = nfkc_folded(utf8);
  std::erase_if(letters, [](char32_t c) { return unit_class(c) == UnitClass::separator; });
  return to_utf8(letters);
}

std::size_t fold_to_utf16(std::string_view utf8, Folding folding, std::u16string& units) {
  Utf16Writer writer(utf8, units);
  switch (folding) {
    case Folding::none:
      fold_none(utf8, writer);
      break;
    case Folding::nfkc:
      NfkcFolder(utf8, writer).run();
      break;
    case Folding::python:
      fold_python(utf8, writer);
      break;
  }
  return writer.finish();
}

void utf16_to_characters(std::u16string_view units, std::u32string& characters) {
  characters.clear();
  for (std::size_t i = 0; i < units.size(); ++i) {
    char32_t c = units[i];
    const bool begins_pair = c >= 0xd800 && c < 0xdc00 && i + 1 < units.size();
    if (begins_pair) c = ((c - 0xd7c0) << 10) | (units[++i] & 0x3ffU);
    characters.push_back(c);
  }
}

}  // namespace facsim

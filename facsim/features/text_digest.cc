// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/text_digest.h"

#include <unicode/uchar.h>

#include <array>
#include <vector>

#include "facsim/features/ascii_internal.h"
#include "facsim/features/folding_internal.h"

namespace facsim {
namespace {

// What NFC and the white space rule do to one character.
enum class Step : std::uint8_t {
  joined,  // must be normalised together with what stands before it
  other,   // begins a piece, but normalisation changes it
  plain,   // begins a piece and stays as it is
  space,   // White_Space
};

Step ask_library(const icu::Normalizer2& nfc, char32_t c) {
  const auto point = static_cast<UChar32>(c);
  if (U_IS_SURROGATE(point) || !is_known(c)) return Step::plain;
  if (u_isUWhiteSpace(point) != 0) return Step::space;
  if (is_plain_ideograph(c)) return Step::plain;
  if (nfc.hasBoundaryBefore(point) == 0) return Step::joined;
  UErrorCode status = U_ZERO_ERROR;
  return nfc.isNormalized(icu::UnicodeString(point), status) != 0 ? Step::plain : Step::other;
}

// The steps of the basic plane, four to a byte.
class StepTable {
 public:
  static const StepTable& instance() {
    static const StepTable table;
    return table;
  }
  [[nodiscard]] Step operator[](char32_t c) const {
    if (c >= kTableSize) return ask_library(nfc_, c);
    return static_cast<Step>((packed_[c >> 2] >> (2 * (c & 3U))) & 3U);
  }

 private:
  static constexpr char32_t kTableSize = 0x20000;
  StepTable() : nfc_(nfc_normalizer()), packed_(kTableSize / 4) {
    for (char32_t c = 0; c < kTableSize; ++c) {
      const auto step = static_cast<unsigned>(ask_library(nfc_, c));
      packed_[c >> 2] = static_cast<std::uint8_t>(packed_[c >> 2] | (step << (2 * (c & 3U))));
    }
  }
  const icu::Normalizer2& nfc_;
  std::vector<std::uint8_t> packed_;
};

// Writes the form that is hashed to `out`.
class Normalizer {
 public:
  Normalizer(std::string_view text, std::string& out) : text_(text), out_(out) {}

  void run() {
    out_.clear();
    out_.reserve(text_.size());
    std::size_t at = 0;
    while (at < text_.size()) {
      at = copy_ascii(at);
      if (at < text_.size()) at = copy_characters(at);
    }
    if (!out_.empty() && out_.back() == ' ') out_.pop_back();
  }

 private:
  static constexpr std::size_t kChunk = 1024;

  struct Character {
    Step step = Step::plain;
    bool is_well_formed = true;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  // A further space would go: nothing stands before it, or a space.
  [[nodiscard]] bool takes_no_space() const { return out_.empty() || out_.back() == ' '; }

  // Copies ASCII from `at` with its white space collapsed; returns where it ends.
  std::size_t copy_ascii(std::size_t at) {
    while (at < text_.size()) {
      const std::string_view source = text_.substr(at, kChunk);
      const std::size_t taken = copy_ascii_chunk(source);
      at += taken;
      if (taken < source.size()) break;
    }
    return at;
  }

  std::size_t copy_ascii_chunk(std::string_view source) {
    std::array<char, kChunk> chunk;
    std::size_t size = 0;
    std::size_t i = 0;
    bool after_space = takes_no_space();
    while (i < source.size()) {
      if (source.size() - i >= 8) {
        const std::uint64_t x = load_eight(source.data() + i);
        if (stays_as_it_is(x, after_space)) {
          store_eight(chunk.data() + size, x);
          size += 8;
          i += 8;
          after_space = (x >> 56) == ' ';
          continue;
        }
      }
      const char byte = source[i];
      if (static_cast<unsigned char>(byte) >= 0x80) break;
      const bool is_space = byte == ' ' || (byte >= '\t' && byte <= '\r');
      if (!is_space) chunk[size++] = byte;
      if (is_space && !after_space) chunk[size++] = ' ';
      after_space = is_space;
      ++i;
    }
    out_.append(chunk.data(), size);
    return i;
  }

  // Eight bytes of ASCII without control characters and without a space behind a space.
  static bool stays_as_it_is(std::uint64_t x, bool after_space) {
    if ((x & kHighBits) != 0) return false;
    const std::uint64_t spaces = bytes_within(x, ' ', ' ');
    const std::uint64_t controls = bytes_within(x, 0, ' ' - 1);
    const std::uint64_t first = after_space ? spaces & 0x80U : 0;
    return (controls | (spaces & (spaces << 8)) | first) == 0;
  }

  // Goes on from `at`, which is not ASCII, until ASCII stands there; returns where.
  std::size_t copy_characters(std::size_t at) {
    Character now = character_at(at);
    if (now.step == Step::joined && !takes_no_space()) {
      out_.pop_back();  // the ASCII before it, to be normalised with it
      now.begin -= 1;
    }
    std::size_t copied = now.begin;  // what stands before it is written
    while (true) {
      const Character next = character_at(now.end);
      const bool stays = now.step == Step::plain && now.is_well_formed;
      if (!stays || next.step == Step::joined) {
        write(copied, now.begin);
        change(now);
        copied = now.end;
      }
      if (now.end == text_.size() || static_cast<unsigned char>(text_[now.end]) < 0x80) {
        write(copied, now.end);
        return now.end;
      }
      now = now.end == next.begin ? next : character_at(now.end);
    }
  }

  void write(std::size_t begin, std::size_t end) { out_.append(text_.substr(begin, end - begin)); }

  // Writes what becomes of `now`, a space, ill-formed, or to be normalised with what follows; in
  // the last case it grows.
  void change(Character& now) {
    if (now.step == Step::space) {
      if (!takes_no_space()) out_.push_back(' ');
    } else if (!now.is_well_formed) {
      out_.append("\xef\xbf\xbd");
    } else {
      now.end = segment_end_of(now);
      append_normalized(nfc_, text_.substr(now.begin, now.end - now.begin), out_);
    }
  }

  // The end of `first` and those behind it that must be normalised together with it.
  [[nodiscard]] std::size_t segment_end_of(const Character& first) const {
    std::size_t end = first.end;
    for (std::size_t n = 1; n < kSegmentCodePointsMax; ++n) {
      const Character next = character_at(end);
      if (next.step != Step::joined) break;
      end = next.end;
    }
    return end;
  }

  // At the end of the text stands a plain character of no bytes.
  [[nodiscard]] Character character_at(std::size_t at) const {
    if (at == text_.size()) return {Step::plain, true, at, at};
    const CodePoint c = code_point_at(text_, at);
    return {c.is_well_formed ? steps_[c.value] : Step::plain, c.is_well_formed, at, at + c.bytes};
  }

  std::string_view text_;
  std::string& out_;
  const StepTable& steps_ = StepTable::instance();
  const icu::Normalizer2& nfc_ = nfc_normalizer();
};

}  // namespace

Hash128 text_digest(std::string_view utf8, std::string& scratch) {
  Normalizer(utf8, scratch).run();
  return hash128(scratch);
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/text_digest.h"

#include <array>

#include "facsim/features/ascii_internal.h"
#include "facsim/features/folding_internal.h"
#include "facsim/features/unicode_normal_internal.h"

namespace facsim {
namespace {

// What NFC and the white space rule do to one character.
enum class ComposeStep : std::uint8_t {
  joined,  // must be normalised together with what stands before it
  other,   // begins a piece, but normalisation changes it
  plain,   // begins a piece and stays as it is
  space,   // White_Space
};

ComposeStep compose_step(char32_t c) {
  return static_cast<ComposeStep>((kPropertyTrie[c] >> kComposeStepShift) & kComposeStepMask);
}

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
    ComposeStep step = ComposeStep::plain;
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
    if (now.step == ComposeStep::joined && !takes_no_space()) {
      out_.pop_back();  // the ASCII before it, to be normalised with it
      now.begin -= 1;
    }
    std::size_t copied = now.begin;  // what stands before it is written
    while (true) {
      const bool stays = now.step == ComposeStep::plain && now.is_well_formed;
      if (stays) skip_ideographs(now);
      const Character next = character_at(now.end);
      if (!stays || next.step == ComposeStep::joined) {
        write(copied, now.begin);
        change(now);
        copied = now.end;
      }
      if (is_end(now.end)) {
        write(copied, now.end);
        return now.end;
      }
      now = now.end == next.begin ? next : character_at(now.end);
    }
  }

  // Makes of a plain character the last one of the ideographs that follow it, which are plain too.
  void skip_ideographs(Character& now) const {
    std::size_t at = now.end;
    while (text_.size() - at >= 3 && is_common_ideograph_in_utf8(three_bytes(text_.data() + at))) {
      at += 3;
    }
    if (at != now.end) now.begin = at - 3;
    now.end = at;
  }

  void write(std::size_t begin, std::size_t end) { out_.append(text_.substr(begin, end - begin)); }

  // Writes what becomes of `now`, a space, ill-formed, or to be normalised with what follows; in
  // the last case it grows.
  void change(Character& now) {
    if (now.step == ComposeStep::space) {
      if (!takes_no_space()) out_.push_back(' ');
    } else if (!now.is_well_formed) {
      out_.append("\xef\xbf\xbd");
    } else {
      now.end = segment_end_of(now);
      append_normalized(NormalForm::nfc, text_.substr(now.begin, now.end - now.begin), out_);
    }
  }

  // The end of `first` and those behind it that must be normalised together with it.
  [[nodiscard]] std::size_t segment_end_of(const Character& first) const {
    std::size_t end = first.end;
    for (std::size_t n = 1; n < kSegmentCodePointsMax; ++n) {
      const Character next = character_at(end);
      if (next.step != ComposeStep::joined) break;
      end = next.end;
    }
    return end;
  }

  [[nodiscard]] bool is_end(std::size_t at) const {
    return at == text_.size() || static_cast<unsigned char>(text_[at]) < 0x80;
  }

  // At the end of the text and at ASCII stands a plain character of no bytes.
  [[nodiscard]] Character character_at(std::size_t at) const {
    if (is_end(at)) return {ComposeStep::plain, true, at, at};
    const CodePoint c = code_point_at(text_, at);
    return {compose_step(c.value), c.is_well_formed, at, at + c.bytes};
  }

  std::string_view text_;
  std::string& out_;
};

}  // namespace

Hash128 text_digest(std::string_view utf8, std::string& scratch) {
  Normalizer(utf8, scratch).run();
  return hash128(scratch);
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/text_digest.h"

#include <bit>
#include <cstring>

#include "facsim/features/ascii_blocks_internal.h"
#include "facsim/features/folding_internal.h"
#include "facsim/features/runs_internal.h"
#include "facsim/features/unicode_normal_internal.h"

namespace facsim {
namespace {

// The effect of NFC and the white space rule on one character.
enum class ComposeStep : std::uint8_t {
  joined,                     // must be normalised together with what precedes it
  other,                      // begins a piece, but normalisation changes it
  plain,                      // begins a piece and is unchanged
  space = kComposeStepSpace,  // White_Space
};

ComposeStep compose_step(char32_t c) {
  return static_cast<ComposeStep>((kPropertyTrie[c] >> kComposeStepShift) & kComposeStepMask);
}

bool is_ascii_space(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

// Writes the form that is hashed to `out`: each character as if it were independent of the next
// one. If the next one turns out to be joined with it, it is taken back and both are normalised.
class Normalizer {
 public:
  Normalizer(std::string_view text, std::string& out, const Look& look)
      : text_(text), out_(out), look_(look, kLookBytes) {}

  void run() {
    make_room(0);
    std::size_t at = 0;
    while (at < text_.size()) {
      at = copy_ascii(at);
      at = copy_ideographs(at);
      if (!is_end(at)) at = take_character(at);
      look_.at(at);
    }
    if (size_ != 0 && takes_no_space()) --size_;
    out_.resize(size_);
  }

 private:
  static constexpr std::size_t kVector = 16;  // bytes that are copied at once

  // For `bytes` bytes more than the text has from `at` on.
  void make_room(std::size_t bytes, std::size_t at = 0) {
    const std::size_t most = size_ + bytes + (text_.size() - at);
    if (out_.size() < most) out_.resize(most);
  }

  // True if a further space would be dropped: at the beginning and after a space.
  [[nodiscard]] bool takes_no_space() const { return size_ == 0 || out_[size_ - 1] == ' '; }

  // Copies ASCII from `at` with its white space collapsed; returns its end.
  std::size_t copy_ascii(std::size_t at) {
    char* to = out_.data() + size_;
    bool after_space = takes_no_space();
    while (at < text_.size()) {
      if (text_.size() - at >= kVector) {
        const SpaceBits bits = classify_spaces(text_.data() + at, to);
        const std::uint32_t goes = bits.spaces & (bits.spaces << 1 | (after_space ? 1U : 0U));
        const auto stay = std::countr_zero(bits.foreign | goes | 1U << kVector);
        to += stay;
        at += static_cast<std::size_t>(stay);
        if (stay != 0) after_space = (bits.spaces >> (stay - 1) & 1U) != 0;
        if (stay == kVector) continue;
      }
      const char byte = text_[at];
      if (static_cast<unsigned char>(byte) >= 0x80) break;
      const bool is_space = is_ascii_space(byte);
      if (!is_space || !after_space) *to++ = is_space ? ' ' : byte;
      after_space = is_space;
      ++at;
      while (is_space && at < text_.size() && is_ascii_space(text_[at])) ++at;
    }
    size_ = static_cast<std::size_t>(to - out_.data());
    return at;
  }

  // The same for ideographs and plain characters among them.
  std::size_t copy_ideographs(std::size_t at) {
    const std::size_t bytes =
        3 * copy_wide(text_.data() + at, text_.size() - at, out_.data() + size_);
    size_ += bytes;
    return at + bytes;
  }

  // Takes the character at `at`, which is not ASCII; returns where to continue.
  std::size_t take_character(std::size_t at) {
    const CodePoint c = code_point_at(text_, at);
    const std::size_t end = at + c.bytes;
    if (!c.is_well_formed) {
      write("\xef\xbf\xbd", end);
      begin_ = end;
      return end;
    }
    switch (compose_step(c.value)) {
      case ComposeStep::joined:
        return take_segment(take_back(at));
      case ComposeStep::other:
        return take_segment(at);
      case ComposeStep::plain:
        write(text_.substr(at, c.bytes), end);
        break;
      case ComposeStep::space:
        if (!takes_no_space()) write(" ", end);
        break;
    }
    return end;
  }

  // Normalises the character at `begin` together with those after it that must be; returns the end.
  std::size_t take_segment(std::size_t begin) {
    std::size_t end = begin + code_point_at(text_, begin).bytes;
    std::size_t count = is_end(begin) ? 0 : 1;  // ASCII below a tower of marks is not counted
    for (; count < kSegmentCodePointsMax && !is_end(end); ++count) {
      const CodePoint next = code_point_at(text_, end);
      if (!next.is_well_formed || compose_step(next.value) != ComposeStep::joined) break;
      end += next.bytes;
    }
    segment_.clear();
    append_normalized(NormalForm::nfc, text_.substr(begin, end - begin), segment_);
    write(segment_, end);
    begin_ = end;
    return end;
  }

  // Takes back the character before `at`, a plain one, unless it is already final; returns where
  // the next segment begins. White space is final.
  std::size_t take_back(std::size_t at) {
    if (at == begin_ || takes_no_space()) return at;
    std::size_t begin = at - 1;
    while ((static_cast<unsigned char>(text_[begin]) & 0xc0U) == 0x80) --begin;
    size_ -= at - begin;
    return begin;
  }

  // The text from `end` on remains to be written.
  void write(std::string_view bytes, std::size_t end) {
    make_room(bytes.size(), end);
    std::memcpy(out_.data() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }

  [[nodiscard]] bool is_end(std::size_t at) const {
    return at == text_.size() || static_cast<unsigned char>(text_[at]) < 0x80;
  }

  std::string_view text_;
  std::string& out_;
  LookOut look_;
  std::string segment_;
  std::size_t size_ = 0;   // bytes written
  std::size_t begin_ = 0;  // end of the final part, in the text
};

}  // namespace

Hash128 text_digest(std::string_view utf8, std::string& scratch, const Look& look) {
  Normalizer(utf8, scratch, look).run();
  return hash128(scratch);
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
// The fast implementation of units. Most bytes of most texts are ASCII words, ideographs and
// punctuation, each of which folds by itself: they are hashed in place. One loop walks ASCII 64
// bytes at a time, a second one runs of ideographs, a third one characters with a table. Everything
// else is normalised, one segment (a character and the marks after it) at a time.

#include "facsim/features/units.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "facsim/features/ascii_blocks_internal.h"
#include "facsim/features/folding_internal.h"
#include "facsim/features/short_hash_internal.h"
#include "facsim/features/unicode_normal_internal.h"

namespace facsim {
namespace {

struct Character {
  Folded folded = kFoldedSeparator;
  char32_t value = kReplacement;
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The folded bytes of the open unit. Not empty while it is open.
class OpenUnit {
 public:
  [[nodiscard]] bool is_open() const { return size_ != 0; }
  [[nodiscard]] bool is_lengthened_by(UnitClass next) const {
    return is_open() &&
           (next == UnitClass::mark || (next == UnitClass::word && class_ == UnitClass::word));
  }
  [[nodiscard]] std::string_view bytes() const { return {data_, size_}; }
  void open(UnitClass first) {
    class_ = first == UnitClass::alone ? UnitClass::alone : UnitClass::word;
  }
  void append(FourBytes bytes) {
    if (size_ + 4 > capacity_) grow();
    std::memcpy(data_ + size_, bytes.data, 4);  // all four: a fixed size is one move
    size_ += bytes.size;
  }
  void clear() { size_ = 0; }

 private:
  void grow() {
    std::vector<char> longer(2 * capacity_);
    std::memcpy(longer.data(), data_, size_);
    long_ = std::move(longer);
    data_ = long_.data();
    capacity_ = long_.size();
  }

  std::array<char, 256> short_;
  std::vector<char> long_;
  char* data_ = short_.data();
  std::size_t capacity_ = short_.size();
  std::size_t size_ = 0;
  UnitClass class_ = UnitClass::word;
};

// Buffers hashes for the caller's vector, which gets many at once.
class HashBuffer {
 public:
  static constexpr std::size_t kRoom = 64;

  explicit HashBuffer(std::vector<std::uint64_t>& hashes) : hashes_(hashes) {}
  // Space for at most kRoom more hashes; took() must be called after writing them.
  [[nodiscard]] std::uint64_t* room() {
    if (size_ > buffer_.size() - kRoom) flush();
    return buffer_.data() + size_;
  }
  void took(const std::uint64_t* end) { size_ = static_cast<std::size_t>(end - buffer_.data()); }
  void push(std::uint64_t hash) {
    std::uint64_t* at = room();
    *at = hash;
    took(at + 1);
  }
  void flush() {
    hashes_.insert(hashes_.end(), buffer_.data(), buffer_.data() + size_);
    size_ = 0;
  }

 private:
  std::vector<std::uint64_t>& hashes_;
  std::size_t size_ = 0;
  std::array<std::uint64_t, 4 * kRoom> buffer_;
};

class UnitHasher {
 public:
  UnitHasher(std::string_view text, std::uint64_t seed, std::vector<std::uint64_t>& hashes,
             const Look& look)
      : text_(text), seed_(seed), short_hash_(seed), hashes_(hashes), look_(look, kLookBytes) {}

  CharacterBounds run() {
    std::size_t at = 0;
    while (at < text_.size()) at = is_ascii(text_[at]) ? walk_ascii(at) : walk_characters(at);
    close();
    hashes_.flush();
    return bounds_;
  }

 private:
  // The window in lower case, from byte kBefore on; bytes around it may be read.
  static constexpr std::size_t kBefore = 16;
  using Lowered = std::array<char, kBefore + AsciiWindow::kBytes + kBefore>;

  [[nodiscard]] static bool is_ascii(char byte) { return static_cast<unsigned char>(byte) < 0x80; }

  // Four more bytes around `bytes` must be readable.
  [[nodiscard]] std::uint64_t hash_of(const char* bytes, std::size_t size) const {
    return size <= 8 ? short_hash_(bytes, size) : XXH3_64bits_withSeed(bytes, size, seed_);
  }

  void emit_lowered(const Lowered& lowered, std::size_t begin, std::size_t end) {
    bounds_.in_units_min += end - begin;
    hashes_.push(hash_of(lowered.data() + kBefore + begin, end - begin));
  }

  // Requires ASCII at `at` and no open unit. Returns where to continue; hands over to
  // walk_characters() if a character that is not ASCII may change the text before it.
  std::size_t walk_ascii(std::size_t at) {
    Lowered lowered{};
    while (at < text_.size()) {
      const AsciiWindow window(text_, at, lowered.data() + kBefore);
      const std::size_t limit = window.size();
      const std::size_t open = hash_words(window, lowered.data() + kBefore);
      if (at + limit == text_.size()) {
        if (open < limit) emit_lowered(lowered, open, limit);
        return text_.size();
      }
      if (limit < AsciiWindow::kBytes) return leave_ascii(at, open, limit, lowered);
      if (open == 0) return walk_characters(at);  // a long word
      at += open;
      look_.at(at);
    }
    return at;
  }

  // Takes the words that end in the window; returns the beginning of a word that reaches its end.
  std::size_t hash_words(const AsciiWindow& window, const char* lowered) {
    const std::uint64_t words = window.words();
    std::uint64_t begins = words & ~(words << 1);
    std::uint64_t ends = ~words & (words << 1);  // without the end of a word that reaches bit 63
    if (window.size() < AsciiWindow::kBytes) ends &= (std::uint64_t{1} << window.size()) - 1;
    std::uint64_t* out = hashes_.room();
    std::size_t in_units = 0;
    for (; ends != 0; ends &= ends - 1, begins &= begins - 1) {
      const auto begin = static_cast<std::size_t>(std::countr_zero(begins));
      const auto end = static_cast<std::size_t>(std::countr_zero(ends));
      in_units += end - begin;
      *out++ = hash_of(lowered + begin, end - begin);
    }
    hashes_.took(out);
    const std::size_t taken =
        begins != 0 ? static_cast<std::size_t>(std::countr_zero(begins)) : window.size();
    bounds_.in_units_min += in_units;
    bounds_.bare_max += taken - in_units;
    return taken;
  }

  // The window's ASCII ends at `limit`, before another kind of character.
  std::size_t leave_ascii(std::size_t at, std::size_t open, std::size_t limit,
                          const Lowered& lowered) {
    const Folded next = character_at(at + limit).folded;
    if (open == limit) return walk_characters(at + limit - (next.begins_piece() ? 0 : 1));
    if (next.kind() != Folded::Kind::separator && next.kind() != Folded::Kind::alone) {
      return walk_characters(at + open);
    }
    emit_lowered(lowered, open, limit);
    return walk_characters(at + limit);
  }

  // Goes on character by character from `at` (no unit open), until the next one is ASCII and no
  // unit is open.
  std::size_t walk_characters(std::size_t at) {
    Character now = character_at(at);
    while (true) {
      look_.at(now.begin);
      if (now.folded.kind() == Folded::Kind::word) {
        now = walk_word(now);
      } else if (now.folded.is_alone_and_stays() && now.end - now.begin == 3) {
        now = walk_alone(now);
      }
      count(now);
      Character next = character_at(now.end);
      if (!next.folded.begins_piece()) {
        next = character_at(take_with_tails(now, next));
      } else if (now.folded.is_simple()) {
        take(now, next.folded);
      } else if (now.folded.kind() == Folded::Kind::separator) {
        close();
      } else {
        next = character_at(take_segment(now.begin));
      }
      if (next.begin == text_.size()) return next.begin;
      if (!unit_.is_open() && is_ascii(text_[next.begin])) return next.begin;
      now = next;
    }
  }

  // Takes all letters that are followed by another one; returns the last one of the run, or an
  // earlier one when cancellation must be checked.
  Character walk_word(Character now) {
    const std::size_t end = std::min(text_.size(), look_.next());
    while (now.end < end) {
      const Character next = character_at(now.end);
      if (next.folded.kind() != Folded::Kind::word) break;
      ++bounds_.in_units_min;
      add(now);
      now = next;
    }
    return now;
  }

  // Takes ideographs and kana, and separators among them, of three bytes each; returns the last one
  // of the run, which the following characters may change.
  Character walk_alone(Character now) {
    close();
    const char* const begin = text_.data() + now.begin;
    const char* at = begin;
    const char* const last = text_.data() + text_.size() - 3;
    std::uint32_t bytes = three_bytes(at);
    bool is_unit = true;
    std::size_t separators = 0;
    while (true) {
      std::uint64_t* out = hashes_.room();
      const std::uint64_t* const full = out + HashBuffer::kRoom;
      while (out != full && at + 3 <= last) {
        const std::uint32_t next = three_bytes(at + 3);
        bool next_is_unit = true;
        if (!is_common_ideograph_in_utf8(next)) {
          const Folded fold = folded_three(next);
          next_is_unit = fold.is_alone_and_stays();
          if (!next_is_unit) {
            if (fold.kind() != Folded::Kind::separator) break;
            if (next == kReplacementInUtf8) bounds_.has_replaced = true;
            ++separators;
          }
        }
        *out = short_hash_.of_three(bytes);
        out += is_unit ? 1 : 0;
        bytes = next;
        is_unit = next_is_unit;
        at += 3;
      }
      hashes_.took(out);
      if (out != full) break;
      look_.at(static_cast<std::size_t>(at - text_.data()));
    }
    // The returned character may be one of these separators, and is then counted again.
    bounds_.bare_max += separators;
    bounds_.in_units_min += static_cast<std::size_t>(at - begin) / 3 - separators;
    return character_at(static_cast<std::size_t>(at - text_.data()));
  }

  void count(const Character& c) {
    const Folded::Kind kind = c.folded.kind();
    if (kind == Folded::Kind::word || kind == Folded::Kind::alone) ++bounds_.in_units_min;
    if (kind != Folded::Kind::separator) return;
    ++bounds_.bare_max;
    if (c.value == kReplacement) bounds_.has_replaced = true;
  }

  // For three bytes that are one character; any other three are neither alone nor a separator.
  [[nodiscard]] static Folded folded_three(std::uint32_t bytes) {
    constexpr std::uint32_t kFirst = 0xe18080;  // no overlong form
    constexpr std::uint32_t kSurrogates = 0xeda0;
    const bool is_well_formed = (bytes & 0xf0c0c0U) == 0xe08080U && bytes >= kFirst &&
                                (bytes >> 8 < kSurrogates || bytes >= 0xee0000U);
    if (!is_well_formed) return kFoldedJoined;
    return unit_folded(((bytes >> 4) & 0xf000U) | ((bytes >> 2) & 0xfc0U) | (bytes & 0x3fU));
  }

  // The end of the text acts as a separator of no bytes, and ill-formed bytes act as U+FFFD.
  [[nodiscard]] Character character_at(std::size_t at) const {
    if (at == text_.size()) return {kFoldedSeparator, kReplacement, at, at};
    const CodePoint c = code_point_at(text_, at);
    return {unit_folded(c.value), c.value, at, at + c.bytes};
  }

  // Takes a character that folds by itself to one that is not a separator.
  void take(const Character& now, Folded next) {
    if (now.folded.kind() != Folded::Kind::alone || next.kind() == Folded::Kind::mark ||
        next.kind() == Folded::Kind::other) {
      return add(now);
    }
    close();
    const FourBytes bytes = folded_bytes(now);
    char padded[12] = {};
    std::memcpy(padded + 4, bytes.data, 4);
    hashes_.push(short_hash_(padded + 4, bytes.size));
  }

  // Takes `base` and the characters after it that cannot begin a piece; returns where they end.
  // Ignored characters are dropped; marks that are in order already and compose with nothing are
  // unchanged (Unicode 15.0, section 3.11). Everything else needs normalisation.
  std::size_t take_with_tails(const Character& base, const Character& first) {
    constexpr int kTailsMax = 8;
    if (!base.folded.is_simple()) return take_segment(base.begin);
    std::uint32_t order = 0;
    Character tail = first;
    for (int tails = 0; !tail.folded.begins_piece(); ++tails) {
      const Folded::Kind kind = tail.folded.kind();
      const bool is_tail = kind == Folded::Kind::tail && tail.folded.order() >= order;
      if (tails == kTailsMax || (kind != Folded::Kind::ignored && !is_tail)) {
        return take_segment(base.begin);
      }
      if (is_tail) order = tail.folded.order();
      tail = character_at(tail.end);
    }
    add(base);
    for (Character c = first; c.begin != tail.begin; c = character_at(c.end)) {
      if (c.folded.kind() == Folded::Kind::tail) {
        add(UnitClass::mark, source_bytes(c));
      }
    }
    return tail.begin;
  }

  // Takes the segment at `at`; returns its end.
  std::size_t take_segment(std::size_t at) {
    const CodePoint first = code_point_at(text_, at);
    if (!first.is_well_formed || !is_known(first.value)) {
      close();
      return at + first.bytes;
    }
    const std::size_t end = unit_segment_end(text_, at);
    segment_.clear();
    append_normalized(NormalForm::unit, text_.substr(at, end - at), segment_);
    for (std::size_t i = 0; i < segment_.size();) {
      const CodePoint c = code_point_at(segment_, i);
      add(unit_class(c.value), utf8_bytes(c.value));
      i += c.bytes;
    }
    return end;
  }

  // Returns the folded form of a simple character.
  [[nodiscard]] FourBytes folded_bytes(const Character& c) const {
    const std::size_t sequence = c.folded.sequence();
    return sequence == 0 ? source_bytes(c) : utf8_bytes(kSequences[sequence] & kCodePointMask);
  }

  [[nodiscard]] FourBytes source_bytes(const Character& c) const {
    FourBytes bytes;
    bytes.size = static_cast<std::uint32_t>(c.end - c.begin);
    if (text_.size() - c.begin < 4) {
      std::memcpy(bytes.data, text_.data() + c.begin, bytes.size);
    } else {
      std::memcpy(bytes.data, text_.data() + c.begin, 4);  // a fixed size is one move
    }
    return bytes;
  }

  void add(const Character& c) { add(c.folded.unit_class(), folded_bytes(c)); }

  // Adds the next folded character: opens, lengthens or closes a unit.
  void add(UnitClass now, FourBytes bytes) {
    if (now == UnitClass::separator) return close();
    if (!unit_.is_lengthened_by(now)) {
      close();
      unit_.open(now);
    }
    unit_.append(bytes);
  }

  void close() {
    if (!unit_.is_open()) return;
    hashes_.push(XXH3_64bits_withSeed(unit_.bytes().data(), unit_.bytes().size(), seed_));
    unit_.clear();
  }

  std::string_view text_;
  std::uint64_t seed_;
  ShortHash short_hash_;
  HashBuffer hashes_;
  LookOut look_;
  std::string segment_;
  OpenUnit unit_;
  CharacterBounds bounds_;
};

}  // namespace

CharacterBounds hash_units(std::string_view utf8, std::uint64_t seed,
                           std::vector<std::uint64_t>& hashes, const Look& look) {
  hashes.clear();
  return UnitHasher(utf8, seed, hashes, look).run();
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
// Fast units. Most bytes of most texts are ASCII words, ideographs and punctuation, each of which
// folds by itself: those are hashed where they stand. One loop walks ASCII 64 bytes at a time, a
// second one walks characters with a table, and what needs normalising goes to the library, one
// segment (a character and the marks behind it) at a time.

#include "facsim/features/units.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <bit>
#include <cstring>

#include "facsim/features/ascii_internal.h"
#include "facsim/features/folding_internal.h"

namespace facsim {
namespace {

// A character in UTF-8.
struct FourBytes {
  std::array<char, 4> data{};
  std::uint32_t size = 0;
};

struct Character {
  Folded folded;
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The folded bytes of the unit that is being gathered. Not empty while open.
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
    std::memcpy(data_ + size_, bytes.data.data(), 4);  // all four: a fixed size is one move
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

class UnitHasher {
 public:
  UnitHasher(std::string_view text, std::uint64_t seed, std::vector<std::uint64_t>& hashes)
      : text_(text), seed_(seed), hashes_(hashes) {}

  void run() {
    std::size_t at = 0;
    while (at < text_.size()) at = is_ascii(text_[at]) ? walk_ascii(at) : walk_characters(at);
    close();
  }

 private:
  [[nodiscard]] static bool is_ascii(char byte) { return static_cast<unsigned char>(byte) < 0x80; }

  void emit(const char* bytes, std::size_t size) {
    hashes_.push_back(XXH3_64bits_withSeed(bytes, size, seed_));
  }

  // No unit is open at `at`, which is ASCII. Returns where to go on; hands over to
  // walk_characters() where a character that is not ASCII may change what stands before it.
  std::size_t walk_ascii(std::size_t at) {
    std::array<char, AsciiWindow::kBytes> lowered;
    while (at < text_.size()) {
      const AsciiWindow window(text_, at, lowered.data());
      std::uint64_t words = window.words();
      const std::size_t limit = window.size();
      std::size_t open = limit;  // where a word begins that reaches the limit
      while (words != 0) {
        const auto begin = static_cast<std::size_t>(std::countr_zero(words));
        const std::size_t end = begin + static_cast<std::size_t>(std::countr_one(words >> begin));
        if (end >= limit) {
          open = begin;
          break;
        }
        emit(lowered.data() + begin, end - begin);
        words &= ~std::uint64_t{0} << end;
      }
      const bool at_text_end = at + limit == text_.size();
      if (at_text_end) {
        if (open < limit) emit(lowered.data() + open, limit - open);
        return text_.size();
      }
      if (limit < AsciiWindow::kBytes) return leave_ascii(at, open, limit, lowered.data());
      if (open == 0) return walk_characters(at);  // a long word
      at += open;
    }
    return at;
  }

  // The window's ASCII ends at `limit`, before a character of another kind.
  std::size_t leave_ascii(std::size_t at, std::size_t open, std::size_t limit,
                          const char* lowered) {
    const Folded next = folded_at(at + limit, nullptr);
    if (open == limit) return walk_characters(at + limit - (next.begins_piece() ? 0 : 1));
    if (next.kind() != Folded::Kind::separator) return walk_characters(at + open);
    emit(lowered + open, limit - open);
    return walk_characters(at + limit);
  }

  // What stands at `at`; ill-formed bytes are U+FFFD, a separator.
  Folded folded_at(std::size_t at, std::size_t* next) const {
    const CodePoint c = code_point_at(text_, at);
    if (next != nullptr) *next = at + c.bytes;
    return c.is_well_formed ? table_[c.value] : kFoldedSeparator;
  }

  // Goes from `at` (no unit open) character by character, until ASCII stands there and no unit is
  // open.
  std::size_t walk_characters(std::size_t at) {
    Character now = character_at(at);
    while (true) {
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

  // At the end of the text stands a separator of no bytes.
  Character character_at(std::size_t at) const {
    if (at == text_.size()) return {kFoldedSeparator, at, at};
    std::size_t end = at;
    const Folded folded = folded_at(at, &end);
    return {folded, at, end};
  }

  // A character that folds by itself to one that is not a separator.
  void take(const Character& now, Folded next) {
    if (now.folded.kind() != Folded::Kind::alone || next.kind() == Folded::Kind::mark ||
        next.kind() == Folded::Kind::other) {
      return add(now);
    }
    close();
    const FourBytes bytes = folded_bytes(now);
    // The size of nearly all of them, told to the compiler.
    bytes.size == 3 ? emit(bytes.data.data(), 3) : emit(bytes.data.data(), bytes.size);
  }

  // `base` and the characters behind it that cannot begin a piece; returns where they end. What is
  // ignored goes; marks that are in order already and compose with nothing stay as they are
  // (Unicode 15.0, section 3.11). Anything else is for the library.
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
        add(UnitClass::mark, source_bytes(c.begin, c.end));
      }
    }
    return tail.begin;
  }

  // The segment at `at`, by the library; returns its end.
  std::size_t take_segment(std::size_t at) {
    const CodePoint first = code_point_at(text_, at);
    if (!first.is_well_formed || !is_known(first.value)) {
      close();
      return at + first.bytes;
    }
    const std::size_t end = segment_end(table_, text_, at);
    segment_.clear();
    append_normalized(normalizer_, text_.substr(at, end - at), segment_);
    for (std::size_t i = 0; i < segment_.size();) {
      const CodePoint c = code_point_at(segment_, i);
      add(unit_class(c.value), four_bytes(std::string_view(segment_).substr(i, c.bytes)));
      i += c.bytes;
    }
    return end;
  }

  // The folded form of a simple character.
  [[nodiscard]] FourBytes folded_bytes(const Character& c) const {
    if (c.folded.size() == 0) return source_bytes(c.begin, c.end);
    const std::uint32_t bytes = c.folded.bytes();
    return {{static_cast<char>(bytes), static_cast<char>(bytes >> 8),
             static_cast<char>(bytes >> 16), '\0'},
            c.folded.size()};
  }

  [[nodiscard]] FourBytes source_bytes(std::size_t begin, std::size_t end) const {
    return four_bytes(text_.substr(begin, end - begin));
  }

  [[nodiscard]] static FourBytes four_bytes(std::string_view bytes) {
    FourBytes four;
    four.size = static_cast<std::uint32_t>(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) four.data[i] = bytes[i];
    return four;
  }

  void add(const Character& c) { add(c.folded.unit_class(), folded_bytes(c)); }

  // The next folded character: opens, lengthens or closes a unit.
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
    emit(unit_.bytes().data(), unit_.bytes().size());
    unit_.clear();
  }

  std::string_view text_;
  std::uint64_t seed_;
  std::vector<std::uint64_t>& hashes_;
  const FoldTable& table_ = FoldTable::instance();
  const icu::Normalizer2& normalizer_ = fold_normalizer();
  std::string segment_;
  OpenUnit unit_;
};

}  // namespace

void hash_units(std::string_view utf8, std::uint64_t seed, std::vector<std::uint64_t>& hashes) {
  hashes.clear();
  UnitHasher(utf8, seed, hashes).run();
}

}  // namespace facsim

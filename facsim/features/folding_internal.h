// SPDX-License-Identifier: Apache-2.0
#pragma once
// Folding text piece by piece: NFKC_Casefold by the Unicode library, and a table of what it does to
// each single character. Private to this room.
//
// Where every character of a text can begin a new piece ("boundary before"), the folded text is the
// characters folded one by one; only at the others (combining marks, jamo of vowels and finals,
// default ignorables) the library must see more than one.

#include <unicode/normalizer2.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/features/code_points_internal.h"

namespace facsim {

// A character and those after it that cannot begin a piece are normalised together, at most so many
// at a time, because reordering n marks costs n * n steps. Real text has runs of two or three.
inline constexpr std::size_t kSegmentCodePointsMax = 64;

// The library's NFKC_Casefold and NFC; throws Error{unsupported} where its data is missing.
[[nodiscard]] const icu::Normalizer2& fold_normalizer();
[[nodiscard]] const icu::Normalizer2& nfc_normalizer();

// Appends the normal form of well-formed UTF-8 to `out`.
void append_normalized(const icu::Normalizer2& normalizer, std::string_view utf8, std::string& out);

// What folding does to one character, in 32 bits.
class Folded {
 public:
  enum class Kind : std::uint8_t {
    joined,     // cannot begin a piece, and the library must judge what it does to its segment
    ignored,    // cannot begin a piece, and folds to nothing
    tail,       // cannot begin a piece, but stays as it is behind marks of no greater order()
    other,      // begins a piece; folds to several characters
    separator,  // begins a piece; folds to separators only
    word,       // begins a piece; folds to one character of this class
    alone,
    mark,
  };
  constexpr Folded() = default;
  constexpr Folded(Kind kind, std::uint32_t size, std::uint32_t payload)
      : bits_((static_cast<std::uint32_t>(kind) << 28) | (size << 24) | payload) {}

  [[nodiscard]] constexpr Kind kind() const { return static_cast<Kind>(bits_ >> 28); }
  // False: it must be normalised together with what stands before it.
  [[nodiscard]] constexpr bool begins_piece() const { return kind() >= Kind::other; }
  // Folds to one character that is not a separator.
  [[nodiscard]] constexpr bool is_simple() const { return kind() >= Kind::word; }
  // Of a simple one.
  [[nodiscard]] constexpr UnitClass unit_class() const {
    return kind() == Kind::word    ? UnitClass::word
           : kind() == Kind::alone ? UnitClass::alone
                                   : UnitClass::mark;
  }
  // The folded character's bytes in UTF-8, the first one lowest; where size() is 0 it is the
  // character itself, of four bytes.
  [[nodiscard]] constexpr std::uint32_t size() const { return (bits_ >> 24) & 3U; }
  [[nodiscard]] constexpr std::uint32_t bytes() const { return bits_ & 0xffffffU; }
  // Of a tail: the canonical combining class.
  [[nodiscard]] constexpr std::uint32_t order() const { return bits_ & 0xffU; }

 private:
  std::uint32_t bits_ = 0;
};
inline constexpr Folded kFoldedSeparator{Folded::Kind::separator, 0, 0};

// Every character's Folded; 512 KiB, made once in some ten milliseconds.
class FoldTable {
 public:
  [[nodiscard]] static const FoldTable& instance();
  [[nodiscard]] Folded operator[](char32_t c) const {
    return c < kTableSize ? table_[c] : beyond(c);
  }

 private:
  static constexpr char32_t kTableSize = 0x20000;  // the planes of nearly all text, and of emoji
  FoldTable();
  [[nodiscard]] static Folded beyond(char32_t c);
  std::vector<Folded> table_;
};

// The end of the segment at `begin`: its first code point, which must be well formed and known, and
// those after it that cannot begin a piece.
[[nodiscard]] std::size_t segment_end(const FoldTable& table, std::string_view utf8,
                                      std::size_t begin);

}  // namespace facsim

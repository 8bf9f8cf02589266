// SPDX-License-Identifier: Apache-2.0
#pragma once
// What folding (NFKC_Casefold) does to single characters, and which characters it must process
// together. Private to this room.
//
// Units are folded the same way, but drop signs without which a text has the same meaning: Arabic
// vowel signs, Hebrew points, strokes that stretch a word (units.h).
//
// If every character of a text can begin a new piece, the folded text is the characters folded one
// by one. Only the others (combining marks, jamo of vowels and finals, default ignorables) are
// normalised together with the characters before them: see unicode_normal_internal.h.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "facsim/features/code_points_internal.h"

namespace facsim {

// A character and those after it that cannot begin a piece are normalised together, at most this
// many at a time, because reordering n marks takes n * n steps. Real text has runs of two or three.
inline constexpr std::size_t kSegmentCodePointsMax = 64;

class Folded {
 public:
  enum class Kind : std::uint8_t {
    joined,     // cannot begin a piece; its folded form depends on its segment
    ignored,    // cannot begin a piece, and folds to nothing
    tail,       // cannot begin a piece, but is unchanged after marks of no greater order()
    other,      // begins a piece; folds to several characters
    separator,  // begins a piece; folds to separators only
    word,       // begins a piece; folds to one character of this class
    alone,
    mark,
  };
  constexpr explicit Folded(std::uint16_t bits) : bits_(bits) {}
  constexpr explicit Folded(Kind kind)
      : bits_(static_cast<std::uint16_t>(static_cast<unsigned>(kind) << kPayloadBits)) {}

  [[nodiscard]] constexpr Kind kind() const { return static_cast<Kind>(bits_ >> kPayloadBits); }
  // False: the character must be normalised together with what precedes it.
  [[nodiscard]] constexpr bool begins_piece() const { return kind() >= Kind::other; }
  // True if it folds to one character that is not a separator.
  [[nodiscard]] constexpr bool is_simple() const { return kind() >= Kind::word; }
  // True if it folds to itself and is a unit of its own.
  [[nodiscard]] constexpr bool is_alone_and_stays() const {
    return bits_ == static_cast<unsigned>(Kind::alone) << kPayloadBits;
  }
  // The class of a simple character.
  [[nodiscard]] constexpr UnitClass unit_class() const {
    return static_cast<UnitClass>(bits_ / (1U << kPayloadBits) - 4);
  }
  // True if it is assigned in Unicode 15.0 (private use and noncharacters included) and not a
  // surrogate.
  [[nodiscard]] constexpr bool is_known() const { return bits_ != kUnknown; }
  // For a known character that is neither `tail` nor `ignored`: the index in kSequences of what is
  // normalised in its place; 0 stands for the character itself.
  [[nodiscard]] constexpr std::size_t sequence() const { return bits_ & kPayloadMask; }
  // For a tail: its canonical combining class.
  [[nodiscard]] constexpr unsigned order() const { return bits_ & kPayloadMask; }

 private:
  static constexpr unsigned kPayloadBits = 13;
  static constexpr unsigned kPayloadMask = (1U << kPayloadBits) - 1;
  static constexpr unsigned kUnknown =
      (static_cast<unsigned>(Kind::separator) << kPayloadBits) | kPayloadMask;
  static_assert(static_cast<unsigned>(Kind::word) ==
                static_cast<unsigned>(UnitClass::word) + static_cast<unsigned>(Kind::separator));

  std::uint16_t bits_;
};
inline constexpr Folded kFoldedJoined{Folded::Kind::joined};
inline constexpr Folded kFoldedSeparator{Folded::Kind::separator};

[[nodiscard]] inline Folded folded(char32_t c) noexcept { return Folded(kFoldTrie[c]); }
// The same for the folding of units (units.h).
[[nodiscard]] inline Folded unit_folded(char32_t c) noexcept { return Folded(kUnitFoldTrie[c]); }

[[nodiscard]] inline bool is_known(char32_t c) noexcept { return folded(c).is_known(); }

// Returns the end of the segment that starts at `begin`: its first code point, which must be well
// formed and known, and those after it that cannot begin a piece.
[[nodiscard]] std::size_t segment_end(std::string_view utf8, std::size_t begin) noexcept;
// The same for the folding of units (units.h).
[[nodiscard]] std::size_t unit_segment_end(std::string_view utf8, std::size_t begin) noexcept;

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What folding (NFKC_Casefold) does to single characters, and which of them it must see together.
// Private to this room.
//
// Units fold the same way, but drop signs without which a text means the same: Arabic vowel signs,
// Hebrew points, strokes that stretch a word (units.h).
//
// Where every character of a text can begin a new piece, the folded text is the characters folded
// one by one; only others (combining marks, jamo of vowels and finals, default ignorables) are
// normalised together with what stands before them: see unicode_normal_internal.h.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "facsim/features/code_points_internal.h"

namespace facsim {

// A character and those after it that cannot begin a piece are normalised together, at most so many
// at a time, because reordering n marks costs n * n steps. Real text has runs of two or three.
inline constexpr std::size_t kSegmentCodePointsMax = 64;

class Folded {
 public:
  enum class Kind : std::uint8_t {
    joined,     // cannot begin a piece; what becomes of it depends on its segment
    ignored,    // cannot begin a piece, and folds to nothing
    tail,       // cannot begin a piece, but stays as it is behind marks of no greater order()
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
  // False: it must be normalised together with what stands before it.
  [[nodiscard]] constexpr bool begins_piece() const { return kind() >= Kind::other; }
  // Folds to one character that is not a separator.
  [[nodiscard]] constexpr bool is_simple() const { return kind() >= Kind::word; }
  // Folds to itself, a unit of its own.
  [[nodiscard]] constexpr bool is_alone_and_stays() const {
    return bits_ == static_cast<unsigned>(Kind::alone) << kPayloadBits;
  }
  // Of a simple one.
  [[nodiscard]] constexpr UnitClass unit_class() const {
    return static_cast<UnitClass>(bits_ / (1U << kPayloadBits) - 4);
  }
  // Assigned in Unicode 15.0, private use and noncharacters included, and no surrogate.
  [[nodiscard]] constexpr bool is_known() const { return bits_ != kUnknown; }
  // Of a known one that is neither `tail` nor `ignored`: where in kSequences stands what to
  // normalise in its place; 0 for itself.
  [[nodiscard]] constexpr std::size_t sequence() const { return bits_ & kPayloadMask; }
  // Of a tail: the canonical combining class.
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
// As units fold it.
[[nodiscard]] inline Folded unit_folded(char32_t c) noexcept { return Folded(kUnitFoldTrie[c]); }

[[nodiscard]] inline bool is_known(char32_t c) noexcept { return folded(c).is_known(); }

// The end of the segment at `begin`: its first code point, which must be well formed and known, and
// those after it that cannot begin a piece.
[[nodiscard]] std::size_t segment_end(std::string_view utf8, std::size_t begin) noexcept;
// As units fold it.
[[nodiscard]] std::size_t unit_segment_end(std::string_view utf8, std::size_t begin) noexcept;

}  // namespace facsim

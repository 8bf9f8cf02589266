// SPDX-License-Identifier: Apache-2.0
#pragma once
// The properties of each character in Unicode 15.0.0, as tables. Private to this room.
//
// Promise: the answers do not depend on a library or machine. The tables are made once, by
// scripts/make_unicode_tables.py, and stored in unicode_tables.cc; 159 KB, nothing is built at run
// time. A look-up costs two loads in the basic plane and three beyond.
//
// The tries have two stages, as in many Unicode libraries: equal blocks of 16 values are stored
// once, and so, beyond the basic plane, are equal groups of 64 block numbers.

#include <cstddef>
#include <cstdint>

namespace facsim {

// The first and the last code point of Unicode outside the basic plane.
inline constexpr char32_t kSupplement = 0x10000;
inline constexpr char32_t kCodePointLast = 0x10ffff;

struct CharacterTrie {
  const std::uint8_t* top;      // group number of each 1,024 characters beyond U+FFFF
  const std::uint16_t* index;   // block number of each 16 characters: U+0000.., the groups
  const std::uint16_t* blocks;  // values

  // `c` must not exceed kCodePointLast.
  [[nodiscard]] std::uint16_t operator[](char32_t c) const noexcept {
    const std::size_t at = c < kSupplement ? c >> 4 : beyond(c);
    return blocks[(std::size_t{index[at]} << 4) | (c & 15U)];
  }

 private:
  [[nodiscard]] std::size_t beyond(char32_t c) const noexcept {
    constexpr std::size_t kDirect = kSupplement >> 4;
    return kDirect + (std::size_t{top[(c - kSupplement) >> 10]} << 6) + ((c >> 4) & 63U);
  }
};

extern const std::uint8_t kFoldTop[];
extern const std::uint16_t kFoldIndex[];
extern const std::uint16_t kFoldBlocks[];
extern const std::uint8_t kUnitFoldTop[];
extern const std::uint16_t kUnitFoldIndex[];
extern const std::uint8_t kCanonicalTop[];
extern const std::uint16_t kCanonicalIndex[];
extern const std::uint16_t kCanonicalBlocks[];
extern const std::uint8_t kPropertiesTop[];
extern const std::uint16_t kPropertiesIndex[];
extern const std::uint16_t kPropertiesBlocks[];

// What NFKC_Casefold does to a character: see Folded in folding_internal.h.
inline constexpr CharacterTrie kFoldTrie{kFoldTop, kFoldIndex, kFoldBlocks};

// The same without the signs that units drop (DROPPED_SIGNS in the script).
inline constexpr CharacterTrie kUnitFoldTrie{kUnitFoldTop, kUnitFoldIndex, kFoldBlocks};

// The canonical decomposition of a character, and its role in one (hangul syllables are computed).
inline constexpr CharacterTrie kCanonicalTrie{kCanonicalTop, kCanonicalIndex, kCanonicalBlocks};
// With kDecomposes, the bits below it are an index into kSequences. Otherwise kCombinesBack marks
// characters that compose with one before them; kOrderMask has the canonical combining class.
inline constexpr unsigned kDecomposes = 1U << 15;
inline constexpr unsigned kCombinesBack = 1U << 8;
inline constexpr unsigned kOrderMask = 0xff;

// All other properties.
inline constexpr CharacterTrie kPropertyTrie{kPropertiesTop, kPropertiesIndex, kPropertiesBlocks};
inline constexpr unsigned kUnitClassMask = 3;     // UnitClass
inline constexpr unsigned kComposeStepShift = 2;  // ComposeStep
inline constexpr unsigned kComposeStepMask = 3;
inline constexpr unsigned kComposeStepSpace = 3;      // White_Space
inline constexpr unsigned kIsAlphanumeric = 1U << 4;  // category L, or Numeric_Type not None
inline constexpr unsigned kIsCased = 1U << 5;
inline constexpr unsigned kIsCaseIgnorable = 1U << 6;
inline constexpr unsigned kLowerShift = 8;      // an index into kLowerDeltas, or one of:
inline constexpr unsigned kLowerSigma = 254;    // U+03A3, which has a final form
inline constexpr unsigned kLowerDottedI = 255;  // U+0130, which becomes two characters

// Sequences of characters, one after the other; the bits from kLengthShift of the first character
// of each give its length. No index is 0.
extern const std::uint32_t kSequences[];
inline constexpr unsigned kLengthShift = 24;
inline constexpr std::uint32_t kCodePointMask = (1U << kLengthShift) - 1;

// The most characters that folding and decomposing can make of one.
inline constexpr std::size_t kDecomposedMax = 18;

// Primary composites, sorted by first and second.
struct ComposedPair {
  char32_t first;
  char32_t second;
  char32_t composed;
};
extern const ComposedPair kPairs[];
extern const std::size_t kPairCount;

// The differences to add to a character to get its Lowercase_Mapping.
extern const std::int32_t kLowerDeltas[];

}  // namespace facsim

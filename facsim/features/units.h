// SPDX-License-Identifier: Apache-2.0
#pragma once
// Splits a text into units. A unit is a maximal run of Unicode letters, marks and digits
// (categories L, M and Nd; so no '_') after NFKC and full case folding; each ideograph, kana,
// hangul syllable and each letter of the other scripts without spaces (Thai, Lao, Khmer, Myanmar,
// Tibetan, ...) is a unit by itself, together with the marks after it.
//
// Folding is Unicode's NFKC_Casefold (Unicode 15.0, section 3.13, R5), which also removes default
// ignorables: a soft hyphen, a joiner, a zero-width space, a variation selector do not separate.
// Signs without which a text has the same meaning, and which most texts omit, do not separate
// either: Arabic vowel signs and tatweel, Hebrew points and accents, vowel points of Syriac and
// Samaritan, and similar signs (DROPPED_SIGNS in scripts/make_unicode_tables.py). Accents and vowel
// signs of all other scripts are preserved, and so are signs that make another letter (maddah,
// hamza). Ill-formed UTF-8 and code points that Unicode 15.0 does not assign count as U+FFFD, which
// separates. If more than 64 characters would have to be normalised together (a letter under a
// tower of marks), each 64 are normalised by themselves, so that no text takes quadratic time.
//
// Two implementations give the same answer: hash_units() has a fast path for ASCII, common
// ideographs and everything else that folds character by character; split_units() is its obvious
// twin, used by tests and shown to users. Both are pure, may be called from any thread, and use
// only tables that are part of the program.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/look.h"

namespace facsim {

struct Unit {
  std::string text;        // folded and normalised
  std::uint64_t hash = 0;  // hash64(text, seed)
  std::size_t begin = 0;   // bytes [begin, end) of the source text that it came from
  std::size_t end = 0;
};

// Slow and obvious: folds, normalises, splits. The ranges [begin, end) ascend and respect character
// boundaries; units that come from one character (a ligature of words) share its range, and so do
// the characters of a segment that normalisation joins or reorders.
[[nodiscard]] std::vector<Unit> split_units(std::string_view utf8, std::uint64_t seed = 0);

// Bounds that hash_units() computes as a by-product, in the terms of bare_characters.h.
struct CharacterBounds {
  std::uint64_t in_units_min = 0;  // lower bound of CharacterCounts::in_units
  std::uint64_t bare_max = 0;      // upper bound of CharacterCounts::bare; includes white space
  bool has_replaced = false;       // the text contains U+FFFD or ill-formed UTF-8
};

// Clears `hashes` and fills it with the hash of each unit in order. Cost: 2 ns a byte of English, 3
// of Chinese; no allocation once warm except for words over 256 bytes and, once a text, for marks
// that need normalising.
CharacterBounds hash_units(std::string_view utf8, std::uint64_t seed,
                           std::vector<std::uint64_t>& hashes, const Look& look = {});

}  // namespace facsim

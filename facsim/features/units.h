// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which small pieces is a text made of? A unit is a maximal run of Unicode letters, marks and
// digits (categories L, M and Nd; so no '_') after NFKC and full case folding; each ideograph,
// kana, hangul syllable and each letter of the other scripts without spaces (Thai, Lao, Khmer,
// Myanmar, Tibetan, ...) is a unit alone, together with the marks behind it.
//
// Folding is Unicode's NFKC_Casefold (Unicode 15.0, section 3.13, R5), which also removes default
// ignorables: a soft hyphen, a joiner, a zero-width space, a variation selector do not separate.
// Nor do signs without which a text means the same, and which most texts leave out: Arabic vowel
// signs and tatweel, Hebrew points and accents, vowel points of Syriac and Samaritan, and their
// kin (DROPPED_SIGNS in scripts/make_unicode_tables.py). Accents and vowel signs of all other
// scripts stay, and so does what makes another letter (maddah, hamza).
// Ill-formed UTF-8 and code points that Unicode 15.0 does not assign count as U+FFFD, which
// separates. Of more than 64 characters that normalisation would take together (a letter under a
// tower of marks) each 64 are normalised by themselves, so that no text takes quadratic time.
//
// Two ways to the same answer: hash_units() has a fast path for ASCII, common ideographs and all
// else that folds character by character; split_units() is the obvious twin that tests hold it
// against and that people are shown. Both are pure and may be called from any thread, and ask
// nothing but tables that are part of the program.

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

// Slow and obvious: folds, normalises, splits. The ranges [begin, end) ascend and lie on borders of
// characters; units that come from one character (a ligature of words) share its range, and so do
// the characters of a segment that normalisation joins or reorders.
[[nodiscard]] std::vector<Unit> split_units(std::string_view utf8, std::uint64_t seed = 0);

// What hash_units() sees of a text's characters in passing, in the words of bare_characters.h.
struct CharacterBounds {
  std::uint64_t in_units_min = 0;  // lower bound of CharacterCounts::in_units
  std::uint64_t bare_max = 0;      // upper bound of CharacterCounts::bare; includes white space
  bool has_replaced = false;       // the text has U+FFFD or ill-formed UTF-8
};

// Clears `hashes` and fills it with the hash of each unit in order. Cost: 2 ns a byte of
// English, 3 of Chinese; no allocation once warm but for words over 256 bytes and, once a text, for
// marks that need normalising.
CharacterBounds hash_units(std::string_view utf8, std::uint64_t seed,
                           std::vector<std::uint64_t>& hashes, const Look& look = {});

}  // namespace facsim

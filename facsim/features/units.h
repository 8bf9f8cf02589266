// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which small pieces is a text made of? A unit is a maximal run of Unicode letters, marks and digits
// (no '_') after NFKC and full case folding; each ideograph, kana, hangul syllable and each
// character of the other scripts without spaces is a unit alone.
//
// Two ways to the same answer: hash_units() has a fast path for ASCII and common ideographs,
// split_units() is the obvious twin that tests hold it against and that people are shown.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

struct Unit {
  std::string text;         // folded and normalised
  std::uint64_t hash = 0;   // hash64(text, seed)
  std::size_t begin = 0;    // bytes [begin, end) of the source text that it came from
  std::size_t end = 0;
};

// Slow and obvious: folds, normalises, splits. Ill-formed UTF-8 counts as U+FFFD, which separates.
[[nodiscard]] std::vector<Unit> split_units(std::string_view utf8, std::uint64_t seed = 0);

// Clears `hashes` and fills it with the hash of each unit in order. No allocation once warm.
void hash_units(std::string_view utf8, std::uint64_t seed, std::vector<std::uint64_t>& hashes);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A hash of what a title says apart from numbers: titles that say the same have equal keys.
//
// The key covers units (units.h) in order. Numbers are left out, with a 'v' before them, since they
// are versions and dates as often as not; a word with a digit in it (CMP0042) is included. Marks
// have a key of their own: titles of reference manuals often differ in an operator alone. The
// site's part of a title is not removed: a single page does not show which part that is, and it is
// the same for two pages of one site. For titles longer than limits::kTitleBytesMax only the
// beginning counts.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace facsim {

// Returns 0 if the title has nothing but numbers and white space, or is empty. Pure; callable from
// any thread. Cost: one split_units().
[[nodiscard]] std::uint64_t title_key(std::string_view title);

// Returns a key of the ASCII marks between the units, without points, commas and marks that stand
// alone between spaces, which are separators. Returns 0 if there are no marks.
[[nodiscard]] std::uint64_t title_marks_key(std::string_view title);

// The rest of a longer title is ignored. Titles of manuals have 4 to 12 words, rarely 25.
inline constexpr std::size_t kTitleWordsMax = 64;

// Returns the hashes of the distinct units of a title that are not numbers, as in hash_units();
// ascending, from the first kTitleWordsMax units. Pure; callable from any thread. Cost: as above.
[[nodiscard]] std::vector<std::uint64_t> title_words(std::string_view title, std::uint64_t seed);

}  // namespace facsim

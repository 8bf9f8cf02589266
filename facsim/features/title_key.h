// SPDX-License-Identifier: Apache-2.0
#pragma once
// Do two titles say the same? A hash of what a title says apart from numbers.
//
// Units (units.h) in order. Numbers are left out, with a 'v' before them, since they are versions
// and dates as often as not; a word with a digit in it (CMP0042) stays. Marks have a key of their
// own: titles of reference manuals often differ in an operator alone. The site's part of a title is
// not cut off: which part that is, one page does not say, and two pages of one site have the same.
// Of a title longer than limits::kTitleBytesMax its beginning counts.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace facsim {

// 0: the title says nothing but numbers and white space, or nothing at all. Pure; callable from
// any thread. Cost: one split_units().
[[nodiscard]] std::uint64_t title_key(std::string_view title);

// Of the marks of ASCII between the units, without points, commas and what stands alone between
// spaces, which is a separator. 0: there are none.
[[nodiscard]] std::uint64_t title_marks_key(std::string_view title);

// The rest of a longer title is not asked. Titles of manuals have 4 to 12 words, rarely 25.
inline constexpr std::size_t kTitleWordsMax = 64;

// The hashes of the distinct units of a title that are no numbers, as hash_units() has them;
// ascending, of the first kTitleWordsMax units. Pure; callable from any thread. Cost: as above.
[[nodiscard]] std::vector<std::uint64_t> title_words(std::string_view title, std::uint64_t seed);

}  // namespace facsim

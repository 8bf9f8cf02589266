// SPDX-License-Identifier: Apache-2.0
#pragma once
// Do two texts differ in what their titles call them? A reference manual describes a class with the
// words in which it describes the next one; only the name is another, in the title and below it.
// Their resemblance is high and right, and yet they are two pages.
//
// Of 2,414 such removals in the manual of a programming language this finds 90 of 100, in other
// manuals none to 70; of 1,485 edits of web pages, 173 with another title, it takes none for two.

#include <cstdint>
#include <span>

namespace facsim {

// `title_words` ascend and are distinct (features/title_key.h); `units` are all of the text.
struct TitledText {
  std::span<const std::uint64_t> title_words;
  std::span<const std::uint64_t> units;
};

// Whether some word that only the first title has stands more often in the first text than in the
// second, by two at least, and the reverse. Once is a heading, which is renamed together with the
// title. What both titles have, the site's name, falls out. Cost: a count of the units for each
// word that only one title has.
[[nodiscard]] bool titles_are_swapped(const TitledText& first, const TitledText& second) noexcept;

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the words that name a page: those of its title, its first heading and the last part of its
// path. From these page/names.h takes the ones that the page also uses.
//
// A word is a unit (units.h), or a run of two or more ideographs or kana. These do not count as
// names: numbers, versions (v2, 3rc1), function words, words for the kind of a page (print, mobile,
// updated), months and days. A number counts only if it has parts (3.35.4, also as 3_35_4) and
// occurs in the path as well as in title or heading.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

struct NameSources {
  std::string_view title;
  std::string_view heading;
  std::string_view path;  // last_path_part()
};

struct NameWord {
  std::string text;                   // folded like units; numbers with points between them
  std::vector<std::uint64_t> hashes;  // of its units in order; one for most words
  std::uint8_t sources = 0;           // how many sources contain it, 1 to 3
  bool is_in_path = false;
  // Written as programs write names (SomeLongName, snake_case, a.b.c, a::b, f()): headlines hardly
  // ever consist of such words.
  bool is_identifier = false;
  // The name of the thing itself, as programs write names: SomeLongName, the last part of a.b.c or
  // a::b, a part of snake_case; in a path also SomeName.
  bool is_proper = false;
  bool is_number = false;

  friend bool operator==(const NameWord&, const NameWord&) = default;
};

// Returns each word once, in order of first appearance, from the first kNameUnitsMax units of each
// source. Pure; callable from any thread. Cost: one split_units() a source.
[[nodiscard]] std::vector<NameWord> name_words(const NameSources& sources, std::uint64_t seed);
inline constexpr std::size_t kNameUnitsMax = 64;

// Returns the units of the heading, of the title and of each part of the title between separators
// (" - ", " | "), if they have kHeadlineWordsMin words or more: a text that contains all of them in
// a row quotes the headline. Two characters of Chinese or Japanese count as a word. Shorter ones
// may be names: a lamp, a book, a place.
[[nodiscard]] std::vector<std::vector<std::uint64_t>> headlines(std::string_view title,
                                                                std::string_view heading,
                                                                std::uint64_t seed);
inline constexpr std::size_t kHeadlineWordsMin = 6;

// Returns the units of a word of name_words(), from its text.
[[nodiscard]] std::vector<std::uint64_t> name_hashes(std::string_view text, std::uint64_t seed);

// Returns the last part of the path of a URL or file and the values of its query: "b c" for
// https://example.org/a/b.html?x=c, and "ns Some" for Doxygen's classns_1_1Some.html. Percent
// escapes are decoded; extensions, `index` and everything after '#' are dropped.
[[nodiscard]] std::string last_path_part(std::string_view url_or_path);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is a page called? The words of its title, its first heading and the last part of its path,
// from which page/names.h takes those that the page also uses.
//
// A word is a unit (units.h), or a run of two or more ideographs or kana. These are no names:
// numbers, versions (v2, 3rc1), function words, words that say what kind of page it is (print,
// mobile, updated), months and days. A number is one only if it has parts (3.35.4, also as 3_35_4)
// and stands in the path as well as in title or heading.

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
  std::string text;                   // as units are folded; numbers with points between them
  std::vector<std::uint64_t> hashes;  // of its units in order; one for most words
  std::uint8_t sources = 0;           // 1 to 3 of them have it
  bool is_in_path = false;
  // Written as programs write names (SomeLongName, snake_case, a.b.c, a::b, f()): hardly a headline
  // is made of it.
  bool is_identifier = false;
  // The thing itself is called so, as programs write names: SomeLongName, the last part of a.b.c or
  // a::b, a part of snake_case; in a path also SomeName.
  bool is_proper = false;
  bool is_number = false;

  friend bool operator==(const NameWord&, const NameWord&) = default;
};

// In order of first appearance, each word once; of each source its first kNameUnitsMax units.
// Pure; callable from any thread. Cost: one split_units() a source.
[[nodiscard]] std::vector<NameWord> name_words(const NameSources& sources, std::uint64_t seed);
inline constexpr std::size_t kNameUnitsMax = 64;

// The units of heading and of each part of the title that a separator between spaces ends (" - ",
// " | "), where they are kHeadlineWordsMin words or more: a text that says all of it in a row
// quotes it. Two characters of Chinese or Japanese count as a word. Shorter ones may be names: a
// lamp, a book, a place.
[[nodiscard]] std::vector<std::vector<std::uint64_t>> headlines(std::string_view title,
                                                                std::string_view heading,
                                                                std::uint64_t seed);
inline constexpr std::size_t kHeadlineWordsMin = 6;

// The units of a word of name_words(), from its text.
[[nodiscard]] std::vector<std::uint64_t> name_hashes(std::string_view text, std::uint64_t seed);

// What the last part of a URL's path, or of a file's path, and the values of its query say: "b c"
// for https://example.org/a/b.html?x=c, and "ns Some" for Doxygen's classns_1_1Some.html. Percent
// signs are decoded; extensions fall out, and so do `index` and what stands behind '#'.
[[nodiscard]] std::string last_path_part(std::string_view url_or_path);

}  // namespace facsim

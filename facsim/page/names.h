// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an HTML page calls itself, and which words it uses: enough to tell two pages of one template
// from two versions of one page.
//
// A manual describes a class in the words in which it describes the next one; only the name is
// another. A name word stands in title, heading or path (features/name_words.h) and also in the
// text, apart from the heading: an edited headline changes title, heading and path, and its words
// are still used by both texts or by none. Two pages of one site are two if the text of one uses a
// name word of its own that the other does not use at all, or if both have proper names, which
// differ.
//
// Which words a text uses is kept as a filter of 1,024 bits with one hash (Bloom, CACM 1970): that
// a word is absent is certain, so a long text, which fills it, never tells its page apart. Of words
// that are absent a text of 200 different words seems to use one in five, one of 500 two in five.
//
// Of 43,300 removals for another version of the page, in manuals and crawls, 54 are lost.
// docs/decisions/0027-names.md has what is found, by manual.
//
// 192 bytes a page; the judgement reads no text.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "facsim/features/name_words.h"

namespace facsim {

struct Names {
  static constexpr std::size_t kWordsBytes = 62;
  static constexpr std::size_t kFilterBits = 1024;

  // Its name words, each with a space behind it, and '=' before those that are proper names; the
  // rest is 0. Those that tell most come first.
  std::array<char, kWordsBytes> words = {};
  bool of_visible = false;  // they and the filter are of all visible text, else of the judged text
  bool is_asked = false;    // an HTML page: there is a filter
  std::array<std::uint64_t, kFilterBits / 64> filter = {};  // also of title and heading

  friend bool operator==(const Names&, const Names&) = default;
};

// Names::words without what fills it up, for files. set_text() is the inverse; it returns false,
// and sets nothing, for a text that no names_of() made.
[[nodiscard]] std::string_view text_of(const Names& names);
[[nodiscard]] bool set_text(Names& names, std::string_view text);

// What a page's names are taken from.
struct NamedText {
  std::span<const std::uint64_t> units;    // of the text
  std::span<const std::uint64_t> heading;  // those of the heading, if it stands in the text
  // Headlines: heading and long parts of the title (name_words.h), wherever the text says them.
  std::span<const std::vector<std::uint64_t>> headlines;
  std::span<const std::uint64_t> said;  // of title and heading: the page uses these words too
  std::string_view text;                // read again for its numbers, if a number is a name
};

// The names of a page that has these name words. Cost: 2 ns a unit, and as much for each word.
[[nodiscard]] Names names_of(std::span<const NameWord> words, const NamedText& text);

// The first name word of the page that its text uses and the other page does not use; empty if it
// has none. A view into `page`.
[[nodiscard]] std::string_view own_name_word(const Names& page, const Names& other);

// The first proper name of the page that the other page does not have among the name words that its
// text uses, though its text may say it; empty if there is none. A name that did not fit into the
// other page's words counts as its own unless its text does not say it. A view into `page`.
[[nodiscard]] std::string_view own_proper_name(const Names& page, const Names& other);

// For the key of what stands for each other before every judge. 0: it is not asked.
[[nodiscard]] std::uint64_t names_key(const Names& names) noexcept;

}  // namespace facsim

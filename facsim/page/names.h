// SPDX-License-Identifier: Apache-2.0
#pragma once
// The names that an HTML page uses for itself, and a filter of all its words: enough to distinguish
// two pages of one template from two versions of one page.
//
// A manual describes one class in the same words as the next; only the name differs. A name word
// occurs in title, heading or path (features/name_words.h) and also in the text, apart from the
// heading: an edited headline changes title, heading and path, and its words are still used by both
// texts or by neither. Two pages of one site are different pages if the text of one uses a name
// word of its own that the other does not use at all, or if both have proper names, and these
// differ.
//
// The words that a text uses are stored as a filter of 1,024 bits with one hash (Bloom, CACM 1970).
// If the filter lacks a word, the word is certainly absent, so a long text, which fills the filter,
// never distinguishes its page. Of absent words, a text of 200 different words seems to use one in
// five, one of 500 two in five.
//
// Of 43,300 removals of another version of a page, in manuals and crawls, 54 are lost.
// docs/decisions/0027-names.md has the results for each manual.
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

  // Its name words, each followed by a space, and preceded by '=' if it is a proper name; the rest
  // is 0. The most distinctive ones come first.
  std::array<char, kWordsBytes> words = {};
  bool of_visible = false;  // words and filter are of all visible text, else of the judged text
  bool is_asked = false;    // true for an HTML page, which has a filter
  std::array<std::uint64_t, kFilterBits / 64> filter = {};  // also of title and heading

  friend bool operator==(const Names&, const Names&) = default;
};

// Returns Names::words without padding, for files. set_text() is the inverse; it returns false, and
// sets nothing, for a text that names_of() cannot have made.
[[nodiscard]] std::string_view text_of(const Names& names);
[[nodiscard]] bool set_text(Names& names, std::string_view text);

// The parts of a page from which its names are taken.
struct NamedText {
  std::span<const std::uint64_t> units;    // of the text
  std::span<const std::uint64_t> heading;  // those of the heading, if the text contains it
  // Headlines: heading and long parts of the title (name_words.h), wherever the text contains them.
  std::span<const std::vector<std::uint64_t>> headlines;
  std::span<const std::uint64_t> said;  // of title and heading: they count as used by the page
  std::string_view text;                // read again for its numbers, if a number is a name
};

// Returns the names of a page with these name words. Cost: 2 ns a unit, and as much for each word.
[[nodiscard]] Names names_of(std::span<const NameWord> words, const NamedText& text);

// Returns the first name word of the page that its text uses and the other page does not use; empty
// if there is none. A view into `page`.
[[nodiscard]] std::string_view own_name_word(const Names& page, const Names& other);

// Returns the first proper name of the page that is not among the name words of the other page,
// though its text may contain it; empty if there is none. A name that may not have fitted
// into the other page's words is returned only if the other text does not use it. A view into
// `page`.
[[nodiscard]] std::string_view own_proper_name(const Names& page, const Names& other);

// The part of one_page_key() for names. 0: names are not compared.
[[nodiscard]] std::uint64_t names_key(const Names& names) noexcept;

}  // namespace facsim

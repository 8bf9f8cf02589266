// SPDX-License-Identifier: Apache-2.0
#pragma once
// Material for edits: words that a page does not have, and markup around it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace facsim {

struct EditablePage;

// Words of the partner that the page does not have; invented ones if there are too few.
class EditWords {
 public:
  EditWords(const EditablePage& page, const EditablePage* partner);
  // Returns a word that is written without spaces (an ideograph), or one between spaces.
  [[nodiscard]] std::string fresh(bool alone, std::uint64_t draw) const;
  // Returns `count` words of the page's most frequent kind, separated by blanks.
  [[nodiscard]] std::string passage(std::size_t count, std::uint64_t draw) const;
  // Returns a number of `digits` digits, the first not 0, that is not a unit of the page if
  // possible.
  [[nodiscard]] std::string number(std::size_t digits, std::uint64_t draw) const;

 private:
  std::unordered_set<std::uint64_t> own_;  // hashes of the page's units
  std::vector<std::string> words_;
  std::vector<std::string> alone_;
  bool mostly_alone_ = false;
};

// True if a unit is a single letter of a script without spaces.
[[nodiscard]] bool stands_alone(std::string_view unit);

// Returns half-open ranges of text between the tags of an HTML page; scripts, styles, titles and
// comments are left out.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> text_segments(std::string_view html);

// Replaces the first <nav>, or adds one at the beginning of the body.
[[nodiscard]] std::string with_other_menu(const std::string& html, const EditWords& words,
                                          std::uint64_t draw);
// Puts the content of the body into a template with header, menu, sidebar and footer of its own.
[[nodiscard]] std::string in_other_template(const std::string& html, const EditWords& words,
                                            std::uint64_t draw);
// Puts the content of the body between two paragraphs in the middle of another page; std::nullopt
// if that page has no paragraphs.
[[nodiscard]] std::optional<std::string> embedded_in(const std::string& html,
                                                     const std::string& host);

}  // namespace facsim

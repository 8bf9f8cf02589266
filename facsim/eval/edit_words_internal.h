// SPDX-License-Identifier: Apache-2.0
#pragma once
// What edits are made of: words that a page does not have, and markup around it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace facsim {

struct EditablePage;

// Words of the partner that the page does not have; made-up ones where there are too few.
class EditWords {
 public:
  EditWords(const EditablePage& page, const EditablePage* partner);
  // One that stands alone (an ideograph), or one between spaces.
  [[nodiscard]] std::string fresh(bool alone, std::uint64_t draw) const;
  // `count` of the sort that the page has most, with blanks between.
  [[nodiscard]] std::string passage(std::size_t count, std::uint64_t draw) const;
  // So many digits, the first no 0, that the page does not have as a unit if there are such.
  [[nodiscard]] std::string number(std::size_t digits, std::uint64_t draw) const;

 private:
  std::unordered_set<std::uint64_t> own_;  // hashes of the page's units
  std::vector<std::string> words_;
  std::vector<std::string> alone_;
  bool mostly_alone_ = false;
};

// Whether a unit is a single letter of a script without spaces.
[[nodiscard]] bool stands_alone(std::string_view unit);

// Half-open ranges of text between the tags of an HTML page; scripts, styles, titles and comments
// have none.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> text_segments(std::string_view html);

// The first <nav> replaced by another, or one put at the beginning of the body.
[[nodiscard]] std::string with_other_menu(const std::string& html, const EditWords& words,
                                          std::uint64_t draw);
// What is in the body, inside a template with header, menu, sidebar and footer of its own.
[[nodiscard]] std::string in_other_template(const std::string& html, const EditWords& words,
                                            std::uint64_t draw);
// What is in the body, between two paragraphs in the middle of another page; nothing where that
// page has no paragraphs.
[[nodiscard]] std::optional<std::string> embedded_in(const std::string& html,
                                                     const std::string& host);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parses `Name: value` lines of WARC and HTTP with the tolerance that crawls need: lines end in
// CRLF or LF, names are in any case, values may be folded over several lines, lines may lack a
// colon.
//
// Returns views into the bytes; only unfolded() allocates.

#include <cstddef>
#include <string>
#include <string_view>

#include "facsim/input/text_bits_internal.h"

namespace facsim {

// Removes the first line from `text` and returns it without its line break.
[[nodiscard]] inline std::string_view take_line(std::string_view& text) noexcept {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Returns the number of bytes up to and including the empty line that ends the header; npos without
// one.
[[nodiscard]] inline std::size_t header_bytes_of(std::string_view text) noexcept {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    if (rest.starts_with('\n')) return at + 2;
    if (rest.starts_with("\r\n")) return at + 3;
  }
  return std::string_view::npos;
}

// Calls visit(name, value) for each field, in order. `value` is trimmed and includes the line
// breaks of its folds. Ends at the empty line.
template <class Visit>
void for_each_field(std::string_view lines, Visit visit) {
  while (!lines.empty()) {
    std::string_view field = lines;
    const std::string_view first = take_line(lines);
    if (first.empty()) return;
    while (lines.starts_with(' ') || lines.starts_with('\t')) (void)take_line(lines);
    field.remove_suffix(lines.size());
    const std::size_t colon = first.find(':');
    if (colon == std::string_view::npos) continue;
    visit(trimmed(first.substr(0, colon)), trimmed(field.substr(colon + 1)));
  }
}

// Returns the value of the first field with that name, or an empty view.
[[nodiscard]] std::string_view field_of(std::string_view lines, std::string_view name) noexcept;

// Replaces each fold by one space.
[[nodiscard]] std::string unfolded(std::string_view value);

// Removes the brackets of `<urn:...>`.
[[nodiscard]] std::string_view without_brackets(std::string_view value) noexcept;

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// `Name: value` lines as WARC and HTTP have them, read with the tolerance that crawls need: lines
// end in CRLF or LF, names in any case, values folded over several lines, lines without a colon.
//
// Views into the bytes; nothing is allocated but by unfolded().

#include <cstddef>
#include <string>
#include <string_view>

#include "facsim/input/text_bits_internal.h"

namespace facsim {

// Takes the first line off `text`, without its line break.
[[nodiscard]] inline std::string_view take_line(std::string_view& text) noexcept {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Bytes up to and with the empty line that ends the header lines; npos if there is none.
[[nodiscard]] inline std::size_t header_bytes_of(std::string_view text) noexcept {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    if (rest.starts_with('\n')) return at + 2;
    if (rest.starts_with("\r\n")) return at + 3;
  }
  return std::string_view::npos;
}

// Calls visit(name, value) for each field, in order. `value` is trimmed, and holds the line breaks
// of its folds. Ends at the empty line.
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

// The value of the first field of that name, or an empty view.
[[nodiscard]] std::string_view field_of(std::string_view lines, std::string_view name) noexcept;

// Folds become one space.
[[nodiscard]] std::string unfolded(std::string_view value);

// `<urn:...>` without its brackets.
[[nodiscard]] std::string_view without_brackets(std::string_view value) noexcept;

}  // namespace facsim

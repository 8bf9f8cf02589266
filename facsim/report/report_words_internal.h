// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts, shares and tables in the form that all parts of a report use. Private to this room.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// "12.5 %"; "none" if `whole` is 0.
[[nodiscard]] std::string share_text(std::uint64_t part, std::uint64_t whole);

// Table cells: foreign text, a number, and HTML aligned to the right like a number.
[[nodiscard]] std::string text_cell(std::string_view text);
[[nodiscard]] std::string number_cell(std::uint64_t count);
[[nodiscard]] std::string number_cell(const std::string& html);
// `name` is for screen readers; `head` are the titles of the columns, `rows` is HTML.
[[nodiscard]] std::string html_table(const std::string& name, const std::vector<std::string>& head,
                                     const std::string& rows);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts, shares and tables as all parts of a report write them. Private to this room.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// "12.5 %"; of nothing "none".
[[nodiscard]] std::string share_text(std::uint64_t part, std::uint64_t whole);

// Cells of a table: foreign text, a number, and what is HTML already, to the right as numbers are.
[[nodiscard]] std::string text_cell(std::string_view text);
[[nodiscard]] std::string number_cell(std::uint64_t count);
[[nodiscard]] std::string number_cell(const std::string& html);
// `name` is for who cannot see it; `head` are the titles of the columns, `rows` HTML.
[[nodiscard]] std::string html_table(const std::string& name, const std::vector<std::string>& head,
                                     const std::string& rows);

}  // namespace facsim

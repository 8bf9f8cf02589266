// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tables in Markdown on standard output; each row is printed as soon as it is known.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace facsim::bench {

void print_title(std::string_view title);
void print_text(std::string_view line);
// Prints a paragraph between tables.
void print_line(std::string_view text);
void print_header(std::initializer_list<std::string_view> columns);
void print_row(std::initializer_list<std::string> cells);

[[nodiscard]] std::string fixed(double value, int digits = 2);
// Returns "12,345".
[[nodiscard]] std::string grouped(double value);
// Returns "1 M", "250 M".
[[nodiscard]] std::string millions(std::uint64_t count);

}  // namespace facsim::bench

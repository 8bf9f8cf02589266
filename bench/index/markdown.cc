// SPDX-License-Identifier: Apache-2.0
#include "bench/index/markdown.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace facsim::bench {

void print_title(std::string_view title) {
  std::printf("\n## %.*s\n\n", static_cast<int>(title.size()), title.data());
  (void)std::fflush(stdout);
}

void print_text(std::string_view line) {
  std::printf("%.*s\n", static_cast<int>(line.size()), line.data());
  (void)std::fflush(stdout);
}

void print_line(std::string_view text) {
  std::printf("\n%.*s\n\n", static_cast<int>(text.size()), text.data());
  (void)std::fflush(stdout);
}

void print_header(std::initializer_list<std::string_view> columns) {
  for (const std::string_view column : columns) {
    std::printf("| %.*s ", static_cast<int>(column.size()), column.data());
  }
  std::printf("|\n");
  for (std::size_t i = 0; i < columns.size(); ++i) std::printf("| --- ");
  std::printf("|\n");
  (void)std::fflush(stdout);
}

void print_row(std::initializer_list<std::string> cells) {
  for (const std::string& cell : cells) std::printf("| %s ", cell.c_str());
  std::printf("|\n");
  (void)std::fflush(stdout);
}

std::string fixed(double value, int digits) {
  std::array<char, 64> text{};
  (void)std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

std::string grouped(double value) {
  std::string digits = fixed(value, 0);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string millions(std::uint64_t count) {
  const double millions = static_cast<double>(count) / 1e6;
  return fixed(millions, millions == std::floor(millions) ? 0 : 2) + " M";
}

}  // namespace facsim::bench

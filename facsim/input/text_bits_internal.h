// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small functions for ASCII text, the same in every locale.

#include <optional>
#include <string>
#include <string_view>

namespace facsim {

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] constexpr bool is_space(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}
[[nodiscard]] constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

[[nodiscard]] std::string lowered(std::string_view text);
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;
// Letter case is ignored.
[[nodiscard]] bool equal_nocase(std::string_view a, std::string_view b) noexcept;
[[nodiscard]] bool starts_with_nocase(std::string_view text, std::string_view prefix) noexcept;

// The whole text (trimmed) as a finite decimal number.
[[nodiscard]] std::optional<double> parse_number(std::string_view text) noexcept;
// The whole text (trimmed) as a whole number without sign; nullopt if it does not fit into 64 bits.
[[nodiscard]] std::optional<std::uint64_t> parse_whole(std::string_view text) noexcept;

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/file_names.h"

#include <charconv>
#include <system_error>

namespace facsim {

namespace {

// The value of a text that is a decimal number and nothing else.
std::optional<std::uint64_t> number_in(std::string_view text) noexcept {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::string segment_name(std::uint64_t number) {
  std::string digits = std::to_string(number);
  if (digits.size() < 6) digits.insert(0, 6 - digits.size(), '0');
  return digits + ".seg";
}

std::string tombstones_name(std::string_view segment, std::uint64_t generation) {
  return std::string(segment.substr(0, segment.find('.')))
      .append("-")
      .append(std::to_string(generation))
      .append(".del");
}

std::optional<std::uint64_t> segment_number(std::string_view name) noexcept {
  const auto number = number_in(name.substr(0, name.find('.')));
  return number && segment_name(*number) == name ? number : std::nullopt;
}

std::optional<std::uint64_t> tombstones_number(std::string_view name) noexcept {
  const std::size_t dash = name.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto number = number_in(name.substr(0, dash));
  const std::string_view rest = name.substr(dash + 1);
  const auto generation = number_in(rest.substr(0, rest.find('.')));
  if (!number || !generation) return std::nullopt;
  return tombstones_name(segment_name(*number), *generation) == name ? number : std::nullopt;
}

}  // namespace facsim

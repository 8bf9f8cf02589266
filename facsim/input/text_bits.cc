// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/text_bits_internal.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace facsim {

std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool equal_nocase(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return lower(x) == lower(y); });
}

bool starts_with_nocase(std::string_view text, std::string_view prefix) noexcept {
  return text.size() >= prefix.size() && equal_nocase(text.substr(0, prefix.size()), prefix);
}

std::optional<double> parse_number(std::string_view text) noexcept {
  text = trimmed(text);
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || stop != end || error != std::errc{} || !std::isfinite(value)) return {};
  return value;
}

std::optional<std::uint64_t> parse_whole(std::string_view text) noexcept {
  text = trimmed(text);
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || stop != end || error != std::errc{}) return {};
  return value;
}

}  // namespace facsim

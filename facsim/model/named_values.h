// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the value of an enum by its name, in a list in the order of the values.

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "facsim/base/error.h"

namespace facsim {

template <class Value, std::size_t n>
[[nodiscard]] constexpr std::optional<Value> value_named(
    const std::array<std::string_view, n>& names, std::string_view name) noexcept {
  for (std::size_t i = 0; i < n; ++i) {
    if (names[i] == name) return static_cast<Value>(i);
  }
  return std::nullopt;
}

// Throws Error{invalid_argument} that names the field if the value, cast from a number, has no
// name.
template <class Value>
void require_named(std::string_view field, Value value, std::span<const std::string_view> names) {
  const auto number = static_cast<std::size_t>(value);
  if (number < names.size()) return;
  std::string list;
  for (const std::string_view name : names) list.append(list.empty() ? "" : ", ").append(name);
  throw Error{ErrorCode::invalid_argument,
              std::string(field) + " = " + std::to_string(number) + ": it must be one of " + list};
}

}  // namespace facsim

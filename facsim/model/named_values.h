// SPDX-License-Identifier: Apache-2.0
#pragma once
// The value of an enum whose names stand in its order.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace facsim {

template <class Value, std::size_t n>
[[nodiscard]] constexpr std::optional<Value> value_named(
    const std::array<std::string_view, n>& names, std::string_view name) noexcept {
  for (std::size_t i = 0; i < n; ++i) {
    if (names[i] == name) return static_cast<Value>(i);
  }
  return std::nullopt;
}

}  // namespace facsim

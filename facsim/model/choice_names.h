// SPDX-License-Identifier: Apache-2.0
#pragma once
// All names of the values that a user chooses from, in the order of the values. They live as long
// as the program; X_named() in policy.h and match.h is the inverse.

#include <span>
#include <string_view>

namespace facsim {

[[nodiscard]] std::span<const std::string_view> keep_names() noexcept;
[[nodiscard]] std::span<const std::string_view> scope_names() noexcept;
[[nodiscard]] std::span<const std::string_view> clustering_names() noexcept;
[[nodiscard]] std::span<const std::string_view> kind_names() noexcept;

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The names of what folder_options.h lets choose, as model/choice_names.h has others.

#include <span>
#include <string_view>

namespace facsim {

[[nodiscard]] std::span<const std::string_view> mode_names() noexcept;
[[nodiscard]] std::span<const std::string_view> row_files_names() noexcept;
[[nodiscard]] std::span<const std::string_view> matches_names() noexcept;

}  // namespace facsim

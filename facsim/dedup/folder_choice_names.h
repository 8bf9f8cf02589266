// SPDX-License-Identifier: Apache-2.0
#pragma once
// The names of the choices in folder_options.h, like those in model/choice_names.h.

#include <span>
#include <string_view>

namespace facsim {

[[nodiscard]] std::span<const std::string_view> mode_names() noexcept;
[[nodiscard]] std::span<const std::string_view> row_files_names() noexcept;
[[nodiscard]] std::span<const std::string_view> matches_names() noexcept;

}  // namespace facsim

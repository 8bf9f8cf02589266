// SPDX-License-Identifier: Apache-2.0
#pragma once
// The columns that `facsim fingerprint` can print for a page.

#include <array>
#include <string_view>
#include <vector>

namespace facsim {

inline constexpr std::array<std::string_view, 2> kUsualColumns = {"id", "fingerprint"};

[[nodiscard]] std::vector<std::string_view> column_names();  // all columns, in order

}  // namespace facsim

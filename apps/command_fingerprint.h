// SPDX-License-Identifier: Apache-2.0
#pragma once
// What `facsim fingerprint` can print of a page.

#include <array>
#include <string_view>
#include <vector>

namespace facsim {

inline constexpr std::array<std::string_view, 2> kUsualColumns = {"id", "fingerprint"};

[[nodiscard]] std::vector<std::string_view> column_names();  // all of them, in their order

}  // namespace facsim

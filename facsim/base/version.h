// SPDX-License-Identifier: Apache-2.0
#pragma once
// The version of the program and of all that it writes down about itself.

#include <string_view>

namespace facsim {

inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace facsim

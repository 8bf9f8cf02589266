// SPDX-License-Identifier: Apache-2.0
#pragma once
// The version of the program, which it writes into all of its output.

#include <string_view>

namespace facsim {

inline constexpr std::string_view kVersion = "0.1.0";
// The date on the manual page: when this version was released, or last changed.
inline constexpr std::string_view kVersionDate = "2026-11-22";

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The version of the program and of all that it writes down about itself.

#include <string_view>

namespace facsim {

inline constexpr std::string_view kVersion = "0.1.0";
// Of the manual page: when this version was released, or last worked on.
inline constexpr std::string_view kVersionDate = "2026-11-22";

}  // namespace facsim

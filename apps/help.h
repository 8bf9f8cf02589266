// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the program says of itself: made from the tables of commands and flags.

#include <string>

#include "apps/commands.h"

namespace facsim {

[[nodiscard]] std::string help_overview();
[[nodiscard]] std::string help_of(const Command& command);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the program says of itself: made from the tables of commands, verbs and flags.
//
// What is said once: the inputs in help_of_inputs(), exit statuses in help_overview(); the help of
// a command points there. The short help has the flags that a command's `brief` names, by the first
// sentence of each, and one example.

#include <string>

#include "apps/commands.h"
#include "apps/index_verbs.h"

namespace facsim {

[[nodiscard]] std::string help_overview();
[[nodiscard]] std::string help_of_inputs();
[[nodiscard]] std::string help_of(const Command& command);
[[nodiscard]] std::string help_of(const IndexVerb& verb);
[[nodiscard]] std::string brief_help_of(const Command& command);
[[nodiscard]] std::string brief_help_of(const IndexVerb& verb);

// For -h and --help behind the command, and behind a verb that it may have.
void print_help_of(const Command& command, const Settings& settings);

}  // namespace facsim

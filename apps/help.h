// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the program says of itself: made from the tables of commands, verbs and flags.
//
// What is said once: the inputs in help_of_inputs(), exit statuses in help_overview(); the help of
// a command points there. The short help has the flags that a command's `brief` names, by the first
// sentence of each, and one example.

#include <span>
#include <string>
#include <string_view>

#include "apps/commands.h"
#include "apps/flags.h"

namespace facsim {

inline constexpr std::string_view kInputsTopic = "inputs";  // of `facsim help`

[[nodiscard]] std::string help_overview();
[[nodiscard]] std::string help_of_inputs();
[[nodiscard]] std::string help_of(const Command& command);
[[nodiscard]] std::string brief_help_of(const Command& command);

// For -h and --help behind the command, and behind a verb that it may have.
void print_help_of(const Command& command, const Settings& settings);

// What the manual page says too: "facsim dedup INPUT... -o OUT [FLAGS]",
[[nodiscard]] std::string usage_of(const Command& command);
// where verbs share a help, those that a flag is for: "build, add: ", else nothing,
[[nodiscard]] std::string verbs_before(const Command& command, const Flag& flag);
// the first sentence of what a flag says, of lists behind a colon all of them,
[[nodiscard]] std::string first_sentence(std::string_view text);
// and paragraphs.
[[nodiscard]] std::span<const std::string_view> about_inputs() noexcept;
[[nodiscard]] std::string_view about_statuses() noexcept;

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The help of the program, made from the tables of commands, verbs and flags.
//
// Some texts appear only once: the inputs in help_of_inputs(), the exit statuses in
// help_overview(); the help of a command refers to them. The short help contains the flags that the
// command's `brief` names, each with its first sentence, and one example.

#include <span>
#include <string>
#include <string_view>

#include "apps/commands.h"
#include "apps/flags.h"

namespace facsim {

inline constexpr std::string_view kInputsTopic = "inputs";  // a topic of `facsim help`

[[nodiscard]] std::string help_overview();
[[nodiscard]] std::string help_of_inputs();
[[nodiscard]] std::string help_of(const Command& command);
[[nodiscard]] std::string brief_help_of(const Command& command);

// Prints the help for -h or --help after a command, or after a verb of it.
void print_help_of(const Command& command, const Settings& settings);

// Shared with the manual page: "facsim dedup INPUT... -o OUT [FLAGS]",
[[nodiscard]] std::string usage_of(const Command& command);
// the verbs that a flag is for if several share a help ("build, add: "), else nothing,
[[nodiscard]] std::string verbs_before(const Command& command, const Flag& flag);
// the text of a flag up to its first ". ",
[[nodiscard]] std::string first_sentence(std::string_view text);
// and paragraphs of text.
[[nodiscard]] std::span<const std::string_view> about_inputs() noexcept;
[[nodiscard]] std::string_view about_statuses() noexcept;

}  // namespace facsim

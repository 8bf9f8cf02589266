// SPDX-License-Identifier: Apache-2.0
#pragma once
// The commands of the program. Each takes its settings, writes results to standard output and all
// else to standard error, and throws Error for what main() turns into a status.

#include <span>
#include <string>
#include <string_view>

#include "apps/settings.h"

namespace facsim {

struct Command {
  std::string_view name;
  unsigned bit;               // in Flag::commands
  std::string_view usage;     // what follows the name
  std::string_view summary;   // one line
  std::string_view about;     // paragraphs
  std::string_view examples;  // lines
  std::string_view brief;     // flags of the short help
  void (*run)(const Settings& settings);
};

// In the order in which the help lists them.
[[nodiscard]] std::span<const Command> commands() noexcept;
// Throws Error{invalid_argument} that suggests the nearest of them and `topic`.
[[nodiscard]] const Command& command_named(std::string_view name, std::string_view topic = {});

void run_dedup(const Settings& settings);
void run_recluster(const Settings& settings);
void run_compare(const Settings& settings);
void run_show(const Settings& settings);
void run_fingerprint(const Settings& settings);
void run_extract(const Settings& settings);
void run_recipe(const Settings& settings);
void run_profile(const Settings& settings);
void run_idf(const Settings& settings);
void run_index(const Settings& settings);
void run_plan(const Settings& settings);
void run_eval(const Settings& settings);
void run_version(const Settings& settings);
void run_help(const Settings& settings);  // of the words given, or of all

}  // namespace facsim

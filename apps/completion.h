// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shell completions, made from the same tables as the help: commands, verbs, help topics, flags,
// named values, and files.
//
// A script is self-contained: it runs neither the program nor a completion package, so that a key
// press costs milliseconds.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apps/commands.h"
#include "apps/flags.h"

namespace facsim {

[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();
[[nodiscard]] std::string fish_completion();

// The completions after a flag.
enum class Offered : std::uint8_t { nothing, words, list, words_or_files, files, folders };
[[nodiscard]] Offered offered(const Flag& flag);

// The flags of a command. If verbs of index have several flags of one name, it has the first one.
[[nodiscard]] std::vector<const Flag*> completed_flags(const Command& command);

// The completions after some words of the command line.
struct Place {
  std::string words;                 // "", "dedup", "index add", "recipe show", "help index"
  const Command* command = nullptr;  // the command whose flags are offered; null for ""
  std::vector<std::string_view> next;
  bool has_files = false;
};
[[nodiscard]] std::vector<Place> places();

// One line about a command, verb or topic.
[[nodiscard]] std::string_view summary_of(std::string_view name, const Place& place);

// One line about what a flag does.
[[nodiscard]] std::string summary_of(const Flag& flag);

[[nodiscard]] std::vector<std::string_view> shell_names();

[[nodiscard]] std::string joined(const std::vector<std::string_view>& words,
                                 std::string_view between);

}  // namespace facsim

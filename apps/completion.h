// SPDX-License-Identifier: Apache-2.0
#pragma once
// Completions for shells, made from the tables that the help is made from: commands, verbs, topics
// of the help, flags, values that have names, and files.
//
// A script stands alone: it asks neither the program nor a package of completions, so that a key
// costs milliseconds.

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

// What is offered behind a flag.
enum class Offered : std::uint8_t { nothing, words, list, words_or_files, files, folders };
[[nodiscard]] Offered offered(const Flag& flag);

// The flags of a command; of index, whose verbs may have several of one name, the first of each.
[[nodiscard]] std::vector<const Flag*> completed_flags(const Command& command);

// What is offered behind words of the command line.
struct Place {
  std::string words;                 // "", "dedup", "index add", "recipe show", "help index"
  const Command* command = nullptr;  // whose flags are offered; null for ""
  std::vector<std::string_view> next;
  bool has_files = false;
};
[[nodiscard]] std::vector<Place> places();

// What a command, verb or topic is about, in a line.
[[nodiscard]] std::string_view summary_of(std::string_view name, const Place& place);

// What a flag does, in a line.
[[nodiscard]] std::string summary_of(const Flag& flag);

[[nodiscard]] std::vector<std::string_view> shell_names();

[[nodiscard]] std::string joined(const std::vector<std::string_view>& words,
                                 std::string_view between);

}  // namespace facsim

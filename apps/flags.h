// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one table of flags. The parser, the help, the manual page, the completions and the
// suggestions are made from it, so they cannot disagree.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/commands.h"
#include "apps/settings.h"

namespace facsim {

// The named values of a flag. The words live as long as the program.
struct Choices {
  std::vector<std::string_view> (*words)() = nullptr;  // null: any value
  bool is_list = false;                                // several values, separated by commas
  bool or_file = false;                                // a file name is accepted, too
};

struct Flag {
  std::string_view name;     // "--keep"
  std::string_view letter;   // "-o", or empty
  std::string_view value;    // the placeholder for the value in the help; empty: a switch
  std::string_view section;  // the heading in the help
  std::string_view help;     // "{}" stands for the default
  CommandBits commands;      // CommandBit
  void (*apply)(std::string_view name, std::string_view value, Settings& settings);
  Choices choices = {};
  std::string (*by_default)() = nullptr;  // the value of "{}", from the defaults of the options
};

// All flags in the order of the help, those of one section together.
[[nodiscard]] std::span<const Flag> flags() noexcept;

// The flags of some commands, in the same order.
[[nodiscard]] std::vector<const Flag*> flags_of(CommandBits commands);

// The help text of the flag, with its default.
[[nodiscard]] std::string help_of(const Flag& flag);

// Parses what follows the name of a command. Throws Error{invalid_argument} with a sentence that
// names the flag and the remedy: the commands that have the flag, or the nearest flag if no command
// has it.
[[nodiscard]] Settings parse_flags(const Command& command,
                                   const std::vector<std::string>& arguments);

}  // namespace facsim

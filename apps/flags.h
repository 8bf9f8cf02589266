// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one table of flags: the parser, the help, the manual page, the completions and the
// suggestions are made from it, so that they cannot disagree.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/commands.h"
#include "apps/settings.h"

namespace facsim {

// Values that have names. All live as long as the program.
struct Choices {
  std::vector<std::string_view> (*words)() = nullptr;  // null: any value
  bool is_list = false;                                // several of them, with commas
  bool or_file = false;                                // a file is good, too
};

struct Flag {
  std::string_view name;     // "--keep"
  std::string_view letter;   // "-o", or empty
  std::string_view value;    // what stands for the value in the help; empty: a switch
  std::string_view section;  // under which heading of the help
  std::string_view help;     // "{}" stands for the default
  CommandBits commands;      // CommandBit
  void (*apply)(std::string_view name, std::string_view value, Settings& settings);
  Choices choices = {};
  std::string (*by_default)() = nullptr;  // what "{}" is, as the options have it
};

// In the order in which the help shows them: sections together.
[[nodiscard]] std::span<const Flag> flags() noexcept;

// Those of some commands, in that order.
[[nodiscard]] std::vector<const Flag*> flags_of(CommandBits commands);

// What the flag says of itself, with its default.
[[nodiscard]] std::string help_of(const Flag& flag);

// Parses what follows the name of a command. Throws Error{invalid_argument} with a sentence that
// names the flag and the remedy: where it belongs, or the nearest flag where no command has it.
[[nodiscard]] Settings parse_flags(const Command& command,
                                   const std::vector<std::string>& arguments);

}  // namespace facsim

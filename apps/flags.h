// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one table of flags: the parser, the help and the suggestions are made from it, so that they
// cannot disagree.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/settings.h"

namespace facsim {

// Bits: the commands that a flag belongs to.
enum CommandBit : unsigned {
  kDedup = 1,
  kCompare = 2,
  kFingerprint = 4,
  kExtract = 8,
  kRecipe = 16,
  kProfile = 32,
  kIdf = 64,
  kIndex = 128,
  kPlan = 256,
  kEval = 512,
  kShow = 1024,
  kRecluster = 2048,
  kAsking = 4096,  // help and version, which have the flags of all commands only
  kPages = kDedup | kCompare | kFingerprint | kExtract | kIdf | kEval,
};

struct Flag {
  std::string_view name;     // "--keep"
  std::string_view letter;   // "-o", or empty
  std::string_view value;    // what stands for the value in the help; empty: a switch
  std::string_view section;  // under which heading of the help
  std::string_view help;
  unsigned commands;
  void (*apply)(std::string_view name, std::string_view value, Settings& settings);
};

// In the order in which the help shows them: sections together.
[[nodiscard]] std::span<const Flag> flags() noexcept;

// Parses what follows the name of a command. Throws Error{invalid_argument} with a sentence that
// names the flag, the remedy, and the nearest flag where one is unknown.
[[nodiscard]] Settings parse_flags(std::string_view command, unsigned bit,
                                   const std::vector<std::string>& arguments);

}  // namespace facsim

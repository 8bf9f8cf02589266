// SPDX-License-Identifier: Apache-2.0
#pragma once
// A passage of two aligned texts, in units.

#include <cstdint>
#include <string>

namespace facsim {

// Units that both pages share, or that are between two shared passages.
struct TextPassage {
  bool shared = false;
  std::uint32_t first_begin = 0;   // units of the first page before this passage
  std::uint32_t second_begin = 0;  // the same for the second
  std::uint32_t first_units = 0;   // of the first page in this passage
  std::uint32_t second_units = 0;  // equal to first_units if shared
  std::string first;               // the text of the first page, from its first to its last unit
  std::string second;
};

}  // namespace facsim

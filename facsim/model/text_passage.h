// SPDX-License-Identifier: Apache-2.0
#pragma once
// A place of two texts laid side by side, in words.

#include <cstdint>
#include <string>

namespace facsim {

// A stretch of units that both pages share, or that stands between two such.
struct TextPassage {
  bool shared = false;
  std::uint32_t first_begin = 0;   // units of the first page before this passage
  std::uint32_t second_begin = 0;  // the same of the second
  std::uint32_t first_units = 0;   // of the first page in this passage
  std::uint32_t second_units = 0;  // equal to first_units where shared
  std::string first;               // the text of the first page, from unit to unit
  std::string second;
};

}  // namespace facsim

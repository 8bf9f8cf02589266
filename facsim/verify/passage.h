// SPDX-License-Identifier: Apache-2.0
#pragma once
// A passage that two pages have in common.

#include <cstdint>

namespace facsim {

// Units [first_begin, first_begin + length) of one page are units [second_begin, ...) of the other.
struct Passage {
  std::uint32_t first_begin = 0;
  std::uint32_t second_begin = 0;
  std::uint32_t length = 0;
  friend bool operator==(const Passage&, const Passage&) = default;
};

}  // namespace facsim

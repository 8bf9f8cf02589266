// SPDX-License-Identifier: Apache-2.0
#pragma once
// A place in a text.

#include <cstddef>

namespace facsim {

// Bytes [begin, end) of a text.
struct UnitRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const UnitRange&, const UnitRange&) = default;
};

}  // namespace facsim

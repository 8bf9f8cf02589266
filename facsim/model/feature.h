// SPDX-License-Identifier: Apache-2.0
#pragma once
// A feature: a hashed piece of text with a weight.

#include <cstdint>

namespace facsim {

struct Feature {
  std::uint64_t hash = 0;
  std::int32_t weight = 0;  // whole numbers, so that no order of summation can change a bit
};

}  // namespace facsim

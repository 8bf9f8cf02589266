// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parses numbers in the query of a request. Throws Refused{400} that names the member and its
// bounds.

#include <cstdint>
#include <string_view>

#include "facsim/serve/target.h"

namespace facsim {

struct CountBounds {
  std::uint64_t most = 0;   // the minimum is 1
  std::uint64_t usual = 0;  // if the query lacks the member
};
[[nodiscard]] std::uint64_t count_in_query(const Target& target, std::string_view name,
                                           const CountBounds& bounds);
// A number from 0 to 1.
[[nodiscard]] double share_in_query(const Target& target, std::string_view name, double usual);

}  // namespace facsim

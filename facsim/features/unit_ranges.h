// SPDX-License-Identifier: Apache-2.0
#pragma once
// Locates the units of a text: the ranges of split_units() without its strings. Together with the
// hashes of hash_units() they suffice to describe a passage of a text.
//
// Pure; callable from any thread.

#include <string_view>
#include <vector>

#include "facsim/features/unit_range.h"

namespace facsim {

// Returns the range of each unit, in order. Cost: 9 ns a byte of English, 14 of Chinese; allocates
// for the result, and for each segment whose characters must be normalised together.
[[nodiscard]] std::vector<UnitRange> unit_ranges(std::string_view utf8);

}  // namespace facsim

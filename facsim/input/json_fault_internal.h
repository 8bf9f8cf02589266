// SPDX-License-Identifier: Apache-2.0
#pragma once
// Explains why a line is not a JSON object. For people; the parser only reports that it is not.
// Private to this room.

#include <cstddef>
#include <string>
#include <string_view>

namespace facsim {

// Returns the first fault, its byte offset in the line, and a remedy if one helps. Faults that
// repair_json() mends are ignored. Empty if no fault is found. `levels_max`: the maximum nesting of
// values. One pass, no recursion; stores one byte for each open object or list.
[[nodiscard]] std::string json_fault(std::string_view line, std::size_t levels_max);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why is a line no JSON object? For people; the parser only says that it is none. Private to this
// room.

#include <cstddef>
#include <string>
#include <string_view>

namespace facsim {

// The first fault, how many bytes into the line it stands, and a remedy where one helps. What
// repair_json() mends is none. Empty where no fault is found. `levels_max`: so deep may values
// nest. One pass, no recursion; holds a byte for each open object or list.
[[nodiscard]] std::string json_fault(std::string_view line, std::size_t levels_max);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The JSON writer of this room: members in the order they were set, characters beyond ASCII
// unescaped. Ill-formed UTF-8 is replaced by U+FFFD.
//
// Private to the room: no other room may include it, because doors expose no foreign type.

#include <nlohmann/json.hpp>
#include <string>

namespace facsim {

using OrderedJson = nlohmann::ordered_json;

// Writes one line if `indent` is -1.
[[nodiscard]] inline std::string dump_json(const OrderedJson& value, int indent = -1) {
  return value.dump(indent, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace facsim

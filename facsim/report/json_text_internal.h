// SPDX-License-Identifier: Apache-2.0
#pragma once
// How this room writes JSON: members in the order they were set, characters beyond ASCII as they
// are. Ill-formed UTF-8 is replaced by U+FFFD.
//
// Private to the room: no other may include it, because a foreign type stops at the door.

#include <nlohmann/json.hpp>
#include <string>

namespace facsim {

using OrderedJson = nlohmann::ordered_json;

// One line where `indent` is -1.
[[nodiscard]] inline std::string dump_json(const OrderedJson& value, int indent = -1) {
  return value.dump(indent, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace facsim

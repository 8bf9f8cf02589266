// SPDX-License-Identifier: Apache-2.0
#pragma once
// The only way in which this room parses JSON. Private to it.

#include <simdjson.h>

#include <cstddef>
#include <string_view>

namespace facsim {

// Deliberately the dispatching parser: simdjson's lazy parser uses the kernel chosen at compile
// time, which is the slowest for a generic processor, and does not validate what it skips.
[[nodiscard]] inline simdjson::error_code parse_json(simdjson::dom::parser& parser,
                                                     std::string_view json, std::size_t readable,
                                                     simdjson::dom::element& root) {
  const bool copy_first = readable < json.size() + simdjson::SIMDJSON_PADDING;
  return parser.parse(json.data(), json.size(), copy_first).get(root);
}

// True if json_repair.h may help. A word that is not a value, such as NaN, is an error of the tape.
[[nodiscard]] inline bool is_repairable(simdjson::error_code error,
                                        std::string_view json) noexcept {
  constexpr std::size_t kNone = std::string_view::npos;
  return error == simdjson::UTF8_ERROR || error == simdjson::STRING_ERROR ||
         error == simdjson::NUMBER_ERROR ||
         (error == simdjson::TAPE_ERROR &&
          (json.find("NaN") != kNone || json.find("Infinity") != kNone));
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// JSON output of the commands: members in insertion order, ill-formed UTF-8 replaced, characters
// beyond ASCII not escaped.

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace facsim {

using OrderedJson = nlohmann::ordered_json;

[[nodiscard]] inline std::string json_line(const OrderedJson& value) {
  return value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

[[nodiscard]] inline OrderedJson text_or_null(const std::string& text) {
  return text.empty() ? OrderedJson(nullptr) : OrderedJson(text);
}

// Four decimals, as in the rows of dedup.
[[nodiscard]] inline double rounded_ratio(double ratio) { return std::round(ratio * 1e4) / 1e4; }

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/json_object_internal.h"

#include <string>

#include "facsim/input/json_parse_internal.h"
#include "facsim/input/json_repair.h"

namespace facsim {

static_assert(kJsonPadding >= simdjson::SIMDJSON_PADDING);

std::string_view without_utf8_mark(std::string_view bytes) noexcept {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  return bytes;
}

bool is_json_object(std::string_view line) {
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  if (line.find('\0') != std::string_view::npos) return false;
  simdjson::error_code error = parse_json(parser, line, line.size(), root);
  std::string repaired;
  if (is_repairable(error, line)) {
    repaired = repair_json(line);
    error = parse_json(parser, repaired, repaired.size(), root);
  }
  return error == simdjson::SUCCESS && root.is_object();
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "facsim/files/json_scan.h"
#include "facsim/input/bulk_internal.h"
#include "facsim/input/json_field_internal.h"
#include "facsim/input/json_object_internal.h"
#include "facsim/input/text_bits_internal.h"
#include "facsim/input/utf8_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kActionBytesMax = std::size_t{64} << 10;

std::optional<BulkAction::Kind> action_named(std::string_view name) {
  if (name == "index") return BulkAction::Kind::index;
  if (name == "create") return BulkAction::Kind::create;
  if (name == "update") return BulkAction::Kind::update;
  if (name == "delete") return BulkAction::Kind::remove;
  return std::nullopt;
}

// The fields of an action besides names that begin with an underscore.
bool is_action_field(std::string_view name) {
  constexpr std::array<std::string_view, 12> kNames = {"routing",           "parent",
                                                       "version",           "version_type",
                                                       "pipeline",          "op_type",
                                                       "if_seq_no",         "if_primary_term",
                                                       "require_alias",     "retry_on_conflict",
                                                       "dynamic_templates", "require_data_stream"};
  return name.starts_with('_') || std::ranges::find(kNames, name) != kNames.end();
}

std::string id_in(std::string_view action) {
  const std::string_view raw = raw_field(action, "_id");
  if (!raw.starts_with('"')) {
    const bool is_number = !raw.empty() && (is_digit(raw.front()) || raw.front() == '-');
    return is_number ? label_of(raw) : std::string();
  }
  return label_of(json_string(raw.substr(1, raw.size() - 2)).value_or(""));
}

}  // namespace

std::optional<BulkAction> bulk_action(std::string_view line) {
  if (line.size() > kActionBytesMax) return std::nullopt;
  line = trimmed(without_utf8_mark(line));
  JsonPieces members(line, 0);
  JsonPiece member;
  if (!line.starts_with('{') || !members.next(member)) return std::nullopt;
  const auto kind = action_named(member.name);
  const std::string_view value = line.substr(member.value, member.end - member.value);
  JsonPiece second;
  if (!kind || !value.starts_with('{') || members.next(second) || !members.whole()) {
    return std::nullopt;
  }
  if (skip_json_space(line, member.end) + 1 != line.size()) return std::nullopt;
  JsonPieces fields(value, 0);
  for (JsonPiece field; fields.next(field);) {
    if (!is_action_field(field.name)) return std::nullopt;
  }
  if (!fields.whole()) return std::nullopt;
  return BulkAction{*kind, id_in(value)};
}

bool begins_with_bulk_action(std::string_view beginning) {
  beginning = without_utf8_mark(beginning);
  const std::size_t begin = beginning.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return false;
  beginning.remove_prefix(begin);
  return bulk_action(beginning.substr(0, beginning.find('\n'))).has_value();
}

std::string_view bulk_object(std::string_view document, BulkAction::Kind kind) {
  if (kind != BulkAction::Kind::update) return document;
  const std::string_view inner = raw_field(document, "doc");
  return inner.starts_with('{') ? inner : document;
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bulk format of Elasticsearch and OpenSearch: an action line, then its document; `delete` has
// no document, `update` has it in a field `doc`. Private to this room.

#include <optional>
#include <string>
#include <string_view>

namespace facsim {

struct BulkAction {
  enum class Kind { index, create, update, remove };
  Kind kind = Kind::index;
  std::string id;  // `_id`, or empty
};

// Parses an action line: an object with one member, named by an action, whose value is an object
// with only the fields of an action. Lines longer than 64 KiB are not actions.
[[nodiscard]] std::optional<BulkAction> bulk_action(std::string_view line);

// True if the first line of these bytes that is not blank is an action.
[[nodiscard]] bool begins_with_bulk_action(std::string_view beginning);

// Returns the object with the page's fields: the document, or for an update its `doc` if it has
// one.
[[nodiscard]] std::string_view bulk_object(std::string_view document, BulkAction::Kind kind);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bulk format of Elasticsearch and OpenSearch: an action line, then the document that it is
// about; `delete` has none, `update` has it in a field `doc`. Private to this room.

#include <optional>
#include <string>
#include <string_view>

namespace facsim {

struct BulkAction {
  enum class Kind { index, create, update, remove };
  Kind kind = Kind::index;
  std::string id;  // `_id`, or empty
};

// An object with one member, named by an action, whose value is an object that holds nothing but
// what an action may say. Longer lines than 64 KiB are none.
[[nodiscard]] std::optional<BulkAction> bulk_action(std::string_view line);

// The first line of these bytes that is not blank is an action.
[[nodiscard]] bool begins_with_bulk_action(std::string_view beginning);

// The object that the page's fields stand in: the document, of an update its `doc` if it has one.
[[nodiscard]] std::string_view bulk_object(std::string_view document, BulkAction::Kind kind);

}  // namespace facsim

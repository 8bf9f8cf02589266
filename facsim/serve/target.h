// SPDX-License-Identifier: Apache-2.0
#pragma once
// The target of a request: the segments of its path and the members of its query.
//
// Segments stay as they came until a route has told which of them are names: a name may hold "/" as
// %2F and ":" as %3A. Pure functions; throw Error{invalid_argument} for targets that no client
// should send.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace facsim {

// %41 -> A. Throws for % without two digits behind it, and for %00.
[[nodiscard]] std::string percent_decoded(std::string_view text);

struct Target {
  std::vector<std::string> segments;  // as they came, not decoded
  std::vector<std::pair<std::string, std::string>> query;

  [[nodiscard]] const std::string* find(std::string_view name) const noexcept;
  // "true", "1" or nothing behind the name; "false" or "0". Throws for other values.
  [[nodiscard]] bool is_set(std::string_view name) const;
  // Throws for a member of the query that is none of these.
  void require_known(std::initializer_list<std::string_view> names) const;
};

// Begins with "/". In a query "+" is a blank, as forms write it.
[[nodiscard]] Target parse_target(std::string_view target);

}  // namespace facsim

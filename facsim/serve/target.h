// SPDX-License-Identifier: Apache-2.0
#pragma once
// The target of a request: the segments of its path and the members of its query.
//
// Segments remain encoded until a route determines which of them are names: a name may contain "/"
// as %2F and ":" as %3A. Pure functions; throw Error{invalid_argument} for targets that no client
// should send.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace facsim {

// Decodes %41 to A. Throws for % without two digits after it, and for %00.
[[nodiscard]] std::string percent_decoded(std::string_view text);

struct Target {
  std::vector<std::string> segments;  // as received, not decoded
  std::vector<std::pair<std::string, std::string>> query;

  [[nodiscard]] const std::string* find(std::string_view name) const noexcept;
  // True for "true", "1" or an empty value; false for "false" or "0". Throws for other values.
  [[nodiscard]] bool is_set(std::string_view name) const;
  // Throws if the query has any other member.
  void require_known(std::initializer_list<std::string_view> names) const;
};

// `target` begins with "/". In a query "+" means a blank, as in HTML forms.
[[nodiscard]] Target parse_target(std::string_view target);

}  // namespace facsim

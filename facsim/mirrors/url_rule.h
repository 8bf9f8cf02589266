// SPDX-License-Identifier: Apache-2.0
#pragma once
// A rewrite of URLs that leads from one address of a page to another.
//
// Each rule alone is idempotent, except drop_segment and the replacements, whose result may contain
// what they search for; UrlNormalizer applies all rules until nothing changes.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/mirrors/web_url.h"

namespace facsim {

// In the order in which rules are applied. Names on disk: docs/mirrors.md.
enum class UrlRuleKind : std::uint8_t {
  use_https,             // http -> https
  move_prefix,           // from: "a.org/docs/", to: "b.org/"
  drop_path_parameters,  // names: of ;name=value
  drop_session_segment,  // segments of 16 or more hexadecimal digits, or (S(...))
  drop_segment,          // from: a segment of the path
  replace_segment,       // from -> to, a whole segment
  replace_ending,        // from -> to, at the end of a segment
  replace_beginning,     // from -> to, at the beginning of a segment
  index_page,            // from: a last segment that the folder shows by default
  drop_trailing_slash,
  lower_case,         // ASCII letters of the path
  drop_parameters,    // names: of the query
  drop_values,        // names: unchanged pieces of the query: "print=1"
  drop_empty_pieces,  // of the query: a=1&&b=2
  sort_parameters,    // by name; parameters of one name keep their order
};
inline constexpr std::size_t kUrlRuleKinds = 15;
[[nodiscard]] std::string_view name_of(UrlRuleKind kind) noexcept;
// Returns kUrlRuleKinds as a kind if the name is unknown.
[[nodiscard]] UrlRuleKind url_rule_kind_named(std::string_view name) noexcept;

struct UrlRule {
  UrlRuleKind kind = UrlRuleKind::use_https;
  std::string site = {};                // for URLs of this site alone; empty: for all
  std::vector<std::string> names = {};  // ascending
  std::string from = {};
  std::string to = {};

  friend bool operator==(const UrlRule&, const UrlRule&) = default;
};

// True if it changed anything. Ignores the rule's site.
bool apply_rule(const UrlRule& rule, WebUrl& url);
// Describes what is wrong with a rule from outside; empty if it is valid.
[[nodiscard]] std::string_view fault_of(const UrlRule& rule) noexcept;

// True if it looks like a session identifier in a path.
[[nodiscard]] bool is_session_segment(std::string_view segment) noexcept;
// True if the URL is below a prefix such as "a.org/docs/".
[[nodiscard]] bool is_below(const WebUrl& url, std::string_view prefix) noexcept;

}  // namespace facsim

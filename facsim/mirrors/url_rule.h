// SPDX-License-Identifier: Apache-2.0
#pragma once
// A rewrite of URLs that leads from one address of a page to another.
//
// Each rule alone is idempotent but for drop_segment and the replacements, whose result may hold
// what they look for; UrlNormalizer applies all until nothing changes.

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
  index_page,            // from: a last segment that the folder shows anyway
  drop_trailing_slash,
  lower_case,         // ASCII letters of the path
  drop_parameters,    // names: of the query
  drop_values,        // names: pieces of the query as they stand: "print=1"
  drop_empty_pieces,  // of the query: a=1&&b=2
  sort_parameters,    // by name; those of one name keep their order
};
inline constexpr std::size_t kUrlRuleKinds = 15;
[[nodiscard]] std::string_view name_of(UrlRuleKind kind) noexcept;
// kUrlRuleKinds as a number where there is none of that name.
[[nodiscard]] UrlRuleKind url_rule_kind_named(std::string_view name) noexcept;

struct UrlRule {
  UrlRuleKind kind = UrlRuleKind::use_https;
  std::string site = {};                // for URLs of this site alone; empty: of all
  std::vector<std::string> names = {};  // ascending
  std::string from = {};
  std::string to = {};

  friend bool operator==(const UrlRule&, const UrlRule&) = default;
};

// Whether it changed anything. The site is not asked for.
bool apply_rule(const UrlRule& rule, WebUrl& url);
// Says what is wrong with a rule that somebody else wrote; empty: nothing.
[[nodiscard]] std::string_view fault_of(const UrlRule& rule) noexcept;

// Looks like a name of a session, as servers put them into paths.
[[nodiscard]] bool is_session_segment(std::string_view segment) noexcept;
// "a.org/docs/" of a URL below it.
[[nodiscard]] bool is_below(const WebUrl& url, std::string_view prefix) noexcept;

}  // namespace facsim

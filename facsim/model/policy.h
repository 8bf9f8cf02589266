// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is done with pages that are alike: which is kept, which kinds go, who is compared at all.
// The words are the same in flags, summaries and errors.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "facsim/model/match.h"

namespace facsim {

// The page of a cluster that stays. A value that a page does not have comes last; ties go by input
// order.
enum class Keep : std::uint8_t {
  first,  // of the inputs
  last,
  longest,       // judged text
  shortest_url,  // the URL of the fewest bytes
  newest,        // by the time of the capture or the record
  oldest,
  canonical,  // whose canonical URL is its own
  field,      // the largest number in a field of the record
};
// Pages of different hosts or files are never compared.
enum class Scope : std::uint8_t { all, host, file };
// A member verifies against its own representative, or against any member (single linkage).
enum class Clustering : std::uint8_t { leader, single };

struct Policy {
  Keep keep = Keep::first;
  std::string keep_field = {};  // for Keep::field
  Scope scope = Scope::all;
  Kinds remove = {Kind::exact, Kind::content};  // the rest is reported
  Clustering clustering = Clustering::leader;
  bool refuse_templates = false;  // pages that differ in numbers and codes alone are kept apart
};

[[nodiscard]] std::string_view name_of(Keep keep) noexcept;
[[nodiscard]] std::string_view name_of(Scope scope) noexcept;
[[nodiscard]] std::string_view name_of(Clustering clustering) noexcept;
// "field" alone: the caller splits off the name in field:NAME.
[[nodiscard]] std::optional<Keep> keep_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<Scope> scope_named(std::string_view name) noexcept;
[[nodiscard]] std::optional<Clustering> clustering_named(std::string_view name) noexcept;

}  // namespace facsim

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
// order. Numbers of matches.facsim: new ones come last.
enum class Keep : std::uint8_t {
  first = 0,  // of the inputs
  last = 1,
  longest = 2,       // judged text
  shortest_url = 3,  // the URL of the fewest bytes
  newest = 4,        // by the time of the capture or the record
  oldest = 5,
  canonical = 6,  // whose canonical URL is its own
  field = 7,      // the largest number in a field of the record
};
// Pages of different hosts or files are never compared. Numbers of matches.facsim.
enum class Scope : std::uint8_t { all = 0, host = 1, file = 2 };
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

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The input of the clustering rules, pages and the groups that they share, and the limits.

#include <cstdint>
#include <vector>

#include "facsim/model/match.h"

namespace facsim {

// Pages 0..n-1 in keep order. Page i is in the groups groups[first[i]] .. groups[first[i + 1] - 1],
// each listed once and below group_count; `first` has n + 1 entries, or none if n is 0.
struct CandidateGraph {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> groups;
  std::uint32_t group_count = 0;
  // This many of the first pages were kept before; they are not judged.
  std::uint32_t kept_before = 0;
};

// Both limits are at least 1 (Error{invalid_argument} otherwise).
struct LeaderOptions {
  // A match of these kinds makes a page join; a match of another kind is only reported.
  Kinds joining = {Kind::exact, Kind::content};
  // A match of kind layout or partial counts only if at least this share of the page is in the
  // other.
  double min_containment_to_join = 0;
  std::uint32_t kept_per_group_max = 1000;
  std::uint32_t candidates_per_page_max = 1000;
};

}  // namespace facsim

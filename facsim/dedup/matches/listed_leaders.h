// SPDX-License-Identifier: Apache-2.0
#pragma once
// The leader rule over pairs that were verified before (pair_lists.h): for any thresholds from the
// floor on, and for any keep order.
//
// A pair that is not listed does not match. Each function reads the list once; memory: one
// component, 40 bytes per pair.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "facsim/corpus/scan.h"
#include "facsim/dedup/leaders.h"
#include "facsim/dedup/matches/text_order.h"
#include "facsim/dedup/pair_lists.h"
#include "facsim/model/why_apart.h"

namespace facsim {

// Throws Error{damaged} for pairs that share more shingles than their pages have.
[[nodiscard]] Decisions apply_leaders_to_pairs(const Corpus& corpus, const TextOrder& order,
                                               PairReader pairs, const Profile& profile,
                                               const Policy& policy, const Run& run);

// A listed pair for visitors.
struct ListedFigures {
  std::uint32_t page = 0;   // the later one in keep order
  std::uint32_t other = 0;  // the earlier
  Match match;              // the figures; its kind is not meaningful
  bool joins = false;       // the rules would remove `page` for `other` without other pages
  WhyApart why = WhyApart::figures;  // if both pages are kept
};
// Visits every listed pair with its figures, component by component. Each page represents all pages
// with its text. Throws Error{damaged}.
void visit_pairs(const Corpus& corpus, const TextOrder& order, PairReader pairs,
                 const Profile& profile, const Policy& policy, const Run& run,
                 const std::function<void(const ListedFigures&)>& visit);

}  // namespace facsim

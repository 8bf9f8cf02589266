// SPDX-License-Identifier: Apache-2.0
#pragma once
// Single linkage: pages that verify against each other, or hang together by such pages, are one
// cluster, and its first page in keep order stays for all.
//
// Only on request: pages chain. The first and the last of a chain may have little in common
// (removed on a generated manual with templates: half of the pages wrongly, where the leader rule
// removes none), so the rows say what a page really shares with the page that stays, and `by` is
// `link` where the two would not have been a match.
//
// The limits of the leader rule hold: groups remember their last pages, a page asks so many.

#include <vector>

#include "facsim/cluster/leader_rule.h"

namespace facsim {

// What two pages share, whether they match or not.
using Measure = std::function<Match(std::uint32_t page, std::uint32_t other)>;

// `judge` as in apply_leader_rule(), but asked for any pair of pages that share a group and do not
// hang together yet. `measure` says what two pages share whether they match or not; asked once for
// each page that goes. A page that stays names the largest part that it shares with another one
// that stays, of those that it met.
[[nodiscard]] std::vector<Decision> apply_single_linkage(const CandidateGraph& graph,
                                                         const Judge& judge, const Measure& measure,
                                                         const LeaderOptions& options);

}  // namespace facsim

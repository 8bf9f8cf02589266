// SPDX-License-Identifier: Apache-2.0
#pragma once
// Single linkage: pages that verify against each other, directly or through a chain of such pages,
// are one cluster, and its first page in keep order is kept for all.
//
// Only on request, because pages chain. The first and the last page of a chain may have little in
// common (on a generated manual with templates half of the pages were removed wrongly; the leader
// rule removed none). So the rows report what a page really shares with the kept page, and `by` is
// `link` if the two would not have been a match.
//
// The limits of the leader rule apply to the pages of a group and to the candidates of a page.

#include <vector>

#include "facsim/cluster/leader_rule.h"

namespace facsim {

// Measures what two pages share, whether they match or not.
using Measure = std::function<Match(std::uint32_t page, std::uint32_t other)>;

// `judge` as in apply_leader_rule(), but called for any pair of pages that share a group and are
// not connected yet. `measure` is called once for each removed page. A kept page names the largest
// part that it shares with another kept page among its candidates.
[[nodiscard]] std::vector<Decision> apply_single_linkage(const CandidateGraph& graph,
                                                         const Judge& judge, const Measure& measure,
                                                         const LeaderOptions& options);

}  // namespace facsim

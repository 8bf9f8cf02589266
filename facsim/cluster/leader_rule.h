// SPDX-License-Identifier: Apache-2.0
#pragma once
// The leader rule: decides which pages belong together and which page of them is kept.
//
// Pages are visited in keep order. A page that verifies against kept pages joins the one with the
// highest resemblance (agreement if it was measured; ties: the earliest); otherwise it is kept. The
// rule never chains: a member always verifies against its own representative. The result depends
// only on the matches and the order.
//
// Kept pages are found through shared groups. Crowded groups would make that quadratic, so a group
// stores its last `kept_per_group_max` kept pages, and a page is compared with at most
// `candidates_per_page_max` of them, those sharing most groups first (ties: the earliest).
// `truncated` marks a decision for which pages were left out.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "facsim/cluster/candidate_graph.h"
#include "facsim/model/decision.h"
#include "facsim/model/match.h"

namespace facsim {

// judge(page, kept) verifies a pair; it returns nothing if they do not match. It is called only if
// `kept` was kept, at most once for a pair. Among related pages the one with the larger containment
// (in either direction) is reported, ties: the earliest. Likenesses are compared without tolerance.
using Judge = std::function<std::optional<Match>(std::uint32_t page, std::uint32_t kept)>;

[[nodiscard]] std::vector<Decision> apply_leader_rule(const CandidateGraph& graph,
                                                      const Judge& judge,
                                                      const LeaderOptions& options);

}  // namespace facsim

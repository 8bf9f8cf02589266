// SPDX-License-Identifier: Apache-2.0
#pragma once
// Who belongs together, and who stays? The leader rule.
//
// Pages are visited in keep order. A page that verifies against kept pages joins the one that it
// resembles most (by agreement where that was measured; ties: the earliest); else it is kept.
// Nothing chains: a member always verifies against its own representative. The result depends on
// the matches and the order only.
//
// Kept pages are met through shared groups. Crowded groups would make that quadratic, so a group
// remembers its last `kept_per_group_max` kept pages, and a page asks at most
// `candidates_per_page_max` of them, those sharing most groups first (ties: the earliest); an
// answer that was cut short says `truncated`.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "facsim/cluster/candidate_graph.h"
#include "facsim/model/decision.h"
#include "facsim/model/match.h"

namespace facsim {

// judge(page, kept) verifies a pair; nothing if they do not match. Called only for pairs in which
// `kept` was kept, at most once a pair. Among related pages the one with the larger containment
// (either way) is named, ties: the earliest. Likenesses are compared as they are, without
// tolerance.
using Judge = std::function<std::optional<Match>(std::uint32_t page, std::uint32_t kept)>;

[[nodiscard]] std::vector<Decision> apply_leader_rule(const CandidateGraph& graph,
                                                      const Judge& judge,
                                                      const LeaderOptions& options);

}  // namespace facsim

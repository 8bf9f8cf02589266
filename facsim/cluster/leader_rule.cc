// SPDX-License-Identifier: Apache-2.0
#include "facsim/cluster/leader_rule.h"

#include <algorithm>

#include "facsim/cluster/candidate_list.h"

namespace facsim {
namespace {

double likeness(const Match& match) { return match.agreement.value_or(match.resemblance); }

// Asks in keep order, so that of equals the earliest is found first and stays.
void ask(std::uint32_t page, std::span<const Candidate> candidates, const Judge& judge,
         const LeaderOptions& options, Decision& decision) {
  for (const Candidate& candidate : candidates) {
    const std::optional<Match> match = judge(page, candidate.page);
    if (!match) continue;
    if (joins(*match, options)) {
      if (decision.removed() && likeness(*match) <= likeness(decision.match)) continue;
      decision.representative = candidate.page;
      decision.related = kNoPage;
      decision.match = *match;
      if (likeness(*match) >= 1) return;  // no later one can resemble it more
    } else if (!decision.removed()) {
      if (decision.related != kNoPage &&
          larger_containment(*match) <= larger_containment(decision.match))
        continue;
      decision.related = candidate.page;
      decision.match = *match;
    }
  }
}

}  // namespace

double larger_containment(const Match& match) noexcept {
  return std::max(match.containment, match.containment_reverse);
}

bool joins(const Match& match, const LeaderOptions& options) noexcept {
  if (!options.joining.has(match.kind)) return false;
  const bool is_part = match.kind == Kind::layout || match.kind == Kind::partial;
  return !is_part || match.containment >= options.min_containment_to_join;
}

std::vector<Decision> apply_leader_rule(const CandidateGraph& graph, const Judge& judge,
                                        const LeaderOptions& options) {
  check_limits(options);
  const std::size_t pages = graph.first.empty() ? 0 : graph.first.size() - 1;
  std::vector<Decision> decisions(pages);
  PageRings rings(graph, options.kept_per_group_max);
  CandidateList candidates(pages);
  for (std::uint32_t page = 0; page < pages; ++page) {
    const std::span<const std::uint32_t> groups = groups_of(graph, page);
    Decision& decision = decisions[page];
    if (page < graph.kept_before) {
      for (const std::uint32_t group : groups) rings.add(group, page);
      continue;
    }
    candidates.clear();
    for (const std::uint32_t group : groups) {
      for (const std::uint32_t kept : rings.remembered(group)) candidates.meet(kept);
      decision.truncated |= rings.has_forgotten(group);
    }
    decision.truncated |= candidates.cut_to(options.candidates_per_page_max);
    ask(page, candidates.in_keep_order(), judge, options, decision);
    if (decision.removed()) continue;
    for (const std::uint32_t group : groups) rings.add(group, page);
  }
  return decisions;
}

}  // namespace facsim

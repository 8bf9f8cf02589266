// SPDX-License-Identifier: Apache-2.0
#include "facsim/cluster/leader_rule.h"

#include "facsim/cluster/candidate_list.h"
#include "facsim/cluster/leader_choice.h"

namespace facsim {
namespace {

// Judges the candidates in keep order.
void ask(std::uint32_t page, std::span<const Candidate> candidates, const Judge& judge,
         const LeaderOptions& options, Decision& decision) {
  LeaderChoice choice(options);
  for (const Candidate& candidate : candidates) {
    const std::optional<Match> match = judge(page, candidate.page);
    if (match && !choice.offer(candidate.page, *match)) break;
  }
  if (!choice.chosen()) return;
  const auto chosen = static_cast<std::uint32_t>(*choice.chosen());
  (choice.is_joining() ? decision.representative : decision.related) = chosen;
  decision.match = choice.match();
}

}  // namespace

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
      const bool is_whole = !rings.has_forgotten(group);
      for (const std::uint32_t kept : rings.remembered(group)) candidates.meet(kept, is_whole);
      decision.truncated |= !is_whole;
    }
    decision.truncated |= candidates.cut_to(options.candidates_per_page_max);
    ask(page, candidates.in_keep_order(), judge, options, decision);
    if (decision.removed()) continue;
    for (const std::uint32_t group : groups) rings.add(group, page);
  }
  return decisions;
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/cluster/single_linkage.h"

#include <algorithm>

#include "facsim/cluster/candidate_list.h"
#include "facsim/cluster/leader_choice.h"
#include "facsim/cluster/union_find.h"

namespace facsim {
namespace {

struct Part {
  std::uint32_t page = 0;
  std::uint32_t other = 0;
  Match match;
};

// Sets for each kept page the largest part that it shares with an earlier kept page.
void name_parts(const std::vector<Part>& parts, std::vector<Decision>& decisions) {
  for (const Part& part : parts) {
    Decision& decision = decisions[part.page];
    if (decision.removed() || decisions[part.other].removed()) continue;
    if (decision.related != kNoPage &&
        larger_containment(part.match) <= larger_containment(decision.match)) {
      continue;
    }
    decision.related = part.other;
    decision.match = part.match;
  }
}

}  // namespace

std::vector<Decision> apply_single_linkage(const CandidateGraph& graph, const Judge& judge,
                                           const Measure& measure, const LeaderOptions& options) {
  check_limits(options);
  const auto pages = static_cast<std::uint32_t>(graph.first.empty() ? 0 : graph.first.size() - 1);
  std::vector<Decision> decisions(pages);
  UnionFind sets(pages);
  PageRings rings(graph, options.kept_per_group_max);
  CandidateList candidates(pages);
  std::vector<Part> parts;
  for (std::uint32_t page = 0; page < pages; ++page) {
    const std::span<const std::uint32_t> groups = groups_of(graph, page);
    if (page >= graph.kept_before) {
      candidates.clear();
      for (const std::uint32_t group : groups) {
        for (const std::uint32_t other : rings.remembered(group)) candidates.meet(other);
        decisions[page].truncated |= rings.has_forgotten(group);
      }
      decisions[page].truncated |= candidates.cut_to(options.candidates_per_page_max);
      for (const Candidate& candidate : candidates.in_keep_order()) {
        if (sets.root(candidate.page) == sets.root(page)) continue;
        const std::optional<Match> match = judge(page, candidate.page);
        if (!match) continue;
        if (joins(*match, options)) {
          sets.unite(candidate.page, page);
        } else {
          parts.push_back({page, candidate.page, *match});
        }
      }
    }
    for (const std::uint32_t group : groups) rings.add(group, page);
  }
  for (std::uint32_t page = graph.kept_before; page < pages; ++page) {
    // The smallest member is the root.
    const std::uint32_t first = sets.root(page);
    if (first == page) continue;
    decisions[page].representative = first;
    decisions[page].match = measure(page, first);
  }
  name_parts(parts, decisions);
  return decisions;
}

}  // namespace facsim

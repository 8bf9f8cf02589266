// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/matches/listed_leaders.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "facsim/cluster/leader_choice.h"
#include "facsim/cluster/leader_rule.h"
#include "facsim/dedup/matches/listed_judge_internal.h"
#include "facsim/dedup/matches/listed_order_internal.h"

namespace facsim {
namespace {

// The pair of a page and an earlier one.
std::uint32_t pair_of(const Ordered& component, std::uint32_t page, std::uint32_t other) {
  const auto edges = component.edges_of(page);
  const auto edge =
      std::lower_bound(edges.begin(), edges.end(), other,
                       [](const Ordered::Edge& a, std::uint32_t b) { return a.other < b; });
  assert(edge != edges.end() && edge->other == other && "only listed pairs are groups");
  return edge->pair;
}

// Represents each pair as a group of its two pages.
CandidateGraph graph_of(const Ordered& component) {
  const std::size_t count = component.pages.size();
  std::vector<std::vector<std::uint32_t>> groups(count);
  for (std::uint32_t page = 0; page < count; ++page) {
    for (std::uint32_t e = component.first[page]; e < component.first[page + 1]; ++e) {
      groups[page].push_back(e);
      groups[component.edges[e].other].push_back(e);
    }
  }
  CandidateGraph graph;
  graph.group_count = static_cast<std::uint32_t>(component.edges.size());
  graph.groups.reserve(2 * component.edges.size());
  for (const auto& of_page : groups) {
    graph.first.push_back(static_cast<std::uint32_t>(graph.groups.size()));
    graph.groups.insert(graph.groups.end(), of_page.begin(), of_page.end());
  }
  graph.first.push_back(static_cast<std::uint32_t>(graph.groups.size()));
  return graph;
}

}  // namespace

Decisions apply_leaders_to_pairs(const Corpus& corpus, const TextOrder& order, PairReader pairs,
                                 const Profile& profile, const Policy& policy, const Run& run) {
  Decisions decisions(corpus.pages(), run.scratch(), run.memory_bytes() / 16);
  LeaderOptions rule = leader_options(profile, policy);
  // The lists already have their maximal length.
  rule.candidates_per_page_max = std::numeric_limits<std::uint32_t>::max();
  const JudgedBy by{corpus, order.decided, policy};
  std::uint64_t pages = 0;
  TextsOfList texts(order);
  for (ComponentPairs listed; pairs.next(listed);) {
    run.throw_if_cancelled();
    run.progress({"cluster", pages, 0, 0, 0});
    pages += listed.pages.size();
    const Ordered component = in_keep_order(listed, texts);
    const Judge judge = [&](std::uint32_t page, std::uint32_t kept) {
      return match_of(by, row_pair(corpus, component.pages[page], component.pages[kept]),
                      listed.pairs[pair_of(component, page, kept)], profile.thresholds);
    };
    const std::vector<Decision> by_component = apply_leader_rule(graph_of(component), judge, rule);
    for (std::uint32_t page = 0; page < by_component.size(); ++page) {
      Decision decision = by_component[page];
      const std::uint32_t other = decision.other();
      if (other == kNoPage) continue;
      const ListedPair& pair = listed.pairs[pair_of(component, page, other)];
      decision.match.agreement = pair.agreement;
      decision.match.is_template = false;
      if (decision.match.kind == Kind::content) {
        decision.match.is_template = is_template(
            corpus, row_pair(corpus, component.pages[page], component.pages[other]), pair);
      }
      name_by_corpus(decision, component.pages);
      decisions.set(component.pages[page], decision);
    }
  }
  return decisions;
}

void visit_pairs(const Corpus& corpus, const TextOrder& order, PairReader pairs,
                 const Profile& profile, const Policy& policy, const Run& run,
                 const std::function<void(const ListedFigures&)>& visit) {
  const LeaderOptions rule = leader_options(profile, policy);
  TextsOfList texts(order);
  for (ComponentPairs listed; pairs.next(listed);) {
    run.throw_if_cancelled();
    const Ordered component = in_keep_order(listed, texts);
    for (std::uint32_t page = 0; page < component.pages.size(); ++page) {
      for (const Ordered::Edge& edge : component.edges_of(page)) {
        const RowPair pair = row_pair(corpus, component.pages[page], component.pages[edge.other]);
        const ListedPair& figures = listed.pairs[edge.pair];
        Match match = figures_of(pair.row, pair.other_row, evidence_of(pair, figures));
        match.agreement = figures.agreement;
        match.is_template = is_template(corpus, pair, figures);
        const std::optional<Match> found =
            verified(corpus, pair, figures, profile.thresholds, policy.refuse_templates);
        const JudgedBy by{corpus, order.decided, policy};
        visit({pair.page, pair.other, match, found && joins(*found, rule),
               why_apart(by, pair, figures, profile.thresholds, found.has_value())});
      }
    }
  }
}

}  // namespace facsim

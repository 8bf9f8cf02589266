// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/page_choice.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "facsim/cluster/leader_choice.h"
#include "facsim/page/analysis.h"
#include "facsim/page/pair_judge.h"

namespace facsim {
namespace {

// Returns why a candidate was not chosen; empty for the chosen one.
std::string refusal(const SeenCandidate& candidate, const SeenAnswer& answer,
                    const LeaderOptions& rule, const Thresholds& thresholds) {
  if (answer.page && answer.page->number == candidate.page.number) return {};
  if (candidate.match) {
    if (!joins(*candidate.match, rule)) return "shares only a part";
    return "another page resembles it more, or as much and is older";
  }
  if (!candidate.resemblance) return "one of the two is too short to be compared";
  if (*candidate.resemblance < thresholds.min_resemblance) return "too little in common";
  return "titles, addresses, names or what surrounds the texts say that they are two pages";
}

}  // namespace

std::optional<PageChoice> choose_page(const AskedPage& asked, std::span<KnownCandidate> candidates,
                                      const LeaderOptions& rule, const Thresholds& thresholds,
                                      bool only_joining) {
  const PageFacts& facts = asked.page.facts;
  LeaderChoice choice(rule);
  bool is_open = true;
  for (std::size_t i = 0; i < candidates.size() && (is_open || asked.is_to_be_explained); ++i) {
    KnownCandidate& candidate = candidates[i];
    if (candidate.page != nullptr) {
      const PageFacts& known = candidate.page->facts;
      candidate.may_stand = may_stand_for(known, facts);
      if (candidate.may_stand) {
        candidate.match = estimate_match(facts, known, thresholds).match;
      }
    }
    if (!candidate.match || (only_joining && !joins(*candidate.match, rule))) continue;
    is_open = is_open && choice.offer(i, *candidate.match);
  }
  if (!choice.chosen()) return std::nullopt;
  const auto chosen = static_cast<std::size_t>(*choice.chosen());
  const StoredPage* const page = candidates[chosen].page;
  const std::optional<double> layout =
      page == nullptr ? candidates[chosen].layout
                      : layout_likeness(facts.layout_sketch(), page->facts.layout_sketch());
  return PageChoice{.candidate = chosen,
                    .match = choice.match(),
                    .layout = layout,
                    .is_joining = choice.is_joining()};
}

void explain_choice(const AskedPage& asked, std::span<const KnownCandidate> candidates,
                    const LeaderOptions& rule, const Thresholds& thresholds, SeenAnswer& answer) {
  constexpr std::size_t kExplainedMax = 100;
  const PageFacts& facts = asked.page.facts;
  std::vector<SeenCandidate> explained;
  for (const KnownCandidate& candidate : candidates) {
    SeenCandidate each{
        .page = {.number = candidate.row, .cluster = candidate.cluster, .rank = candidate.rank},
        .distance = candidate.distance,
        .resemblance = candidate.resemblance,
        .match = candidate.match};
    if (candidate.page != nullptr) {
      const PageFacts& known = candidate.page->facts;
      each.distance = facts.distance_to(known);
      if (const auto evidence = evidence_of_facts(facts, known)) {
        each.resemblance = evidence->resemblance;
      }
    }
    each.refused = candidate.may_stand
                       ? refusal(each, answer, rule, thresholds)
                       : "it is an error answer (status 400 or above), this page is none";
    explained.push_back(std::move(each));
  }
  std::stable_sort(explained.begin(), explained.end(),
                   [](const SeenCandidate& a, const SeenCandidate& b) {
                     const auto order = [](const SeenCandidate& each) {
                       return std::pair(each.refused.empty(), each.resemblance.value_or(-1));
                     };
                     return order(a) > order(b);
                   });
  // Pages with the queried page's name but another text were explained by an earlier call.
  std::move(explained.begin(), explained.end(), std::back_inserter(answer.candidates));
  if (answer.candidates.size() > kExplainedMax) answer.candidates.resize(kExplainedMax);
}

}  // namespace facsim

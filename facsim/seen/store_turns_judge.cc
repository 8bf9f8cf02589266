// SPDX-License-Identifier: Apache-2.0
// The half of StoreTurns that judges: what a page is told, and why.

#include <algorithm>
#include <utility>

#include "facsim/cluster/leader_choice.h"
#include "facsim/page/pair_judge.h"
#include "facsim/seen/answer_rows.h"
#include "facsim/seen/store_turns.h"
#include "facsim/seen/store_turns_internal.h"

namespace facsim {

Decided StoreTurns::decide(const AskedPage& asked, std::span<Candidate> named) const {
  Decided decided;
  decided.ticket = crawl_ticket_;
  decided.answer.truncated = asked.truncated;
  const PageFacts& facts = asked.page.facts;
  decided.answer.seen = facts.has_fingerprint ? SeenVerdict::no : SeenVerdict::too_short;
  if (!facts.has_text) return decided;
  if (!named.empty() && choose(asked, named, true, decided)) return decided;
  if (options_.keep_history) named = {};
  std::vector<Candidate> near = near_candidates(asked, named, decided.answer.truncated);
  (void)choose(asked, near, false, decided);
  return decided;
}

std::vector<StoreTurns::Candidate> StoreTurns::named_candidates(const AskedPage& asked) const {
  std::vector<Candidate> named;
  if (!asked.page.facts.has_text) return named;
  const auto add = [&named](std::uint64_t row, std::uint64_t ticket, const StoredPage& page) {
    const std::uint64_t cluster = page.is_representative() ? row : page.representative;
    named.push_back(
        {.row = row, .ticket = ticket, .cluster = cluster, .rank = page.rank, .page = &page});
  };
  const View view{.crawl = asked.page.crawl};
  for (const NamedRow& row : asked.named) {
    if (!is_hidden(row.row, view)) add(row.row, 0, row.page);
  }
  std::vector<const Front::Entry*> found;
  for (const Front* front : {frozen_.get(), active_.get()}) {
    if (front != nullptr) front->find_names(asked.page, asked.keys, found);
  }
  settle_named(view, found);
  for (const Front::Entry* entry : found) add(entry->row, entry->ticket, entry->page);
  return named;
}

std::vector<StoreTurns::Candidate> StoreTurns::near_candidates(const AskedPage& asked,
                                                               std::span<const Candidate> named,
                                                               bool& truncated) const {
  const View view{.crawl = asked.page.crawl};
  const auto is_left_out = [&](std::uint64_t row) {
    return is_hidden(row, view) ||
           std::ranges::any_of(named, [row](const Candidate& each) { return each.row == row; });
  };
  std::vector<Candidate> near;
  for (const SealedMatch& sealed : asked.sealed) {
    if (is_left_out(sealed.row)) continue;
    near.push_back({.row = sealed.row,
                    .cluster = sealed.row,
                    .match = sealed.match,
                    .layout = sealed.layout,
                    .distance = sealed.distance,
                    .resemblance = sealed.resemblance,
                    .may_stand = sealed.may_stand});
  }
  std::vector<const Front::Entry*> found;
  for (const Front* front : {frozen_.get(), active_.get()}) {
    if (front != nullptr) truncated |= front->find(asked.page, asked.keys, found);
  }
  for (const Front::Entry* entry : found) {
    if (is_left_out(entry->row) || is_lost(*entry)) continue;
    near.push_back(
        {.row = entry->row, .ticket = entry->ticket, .cluster = entry->row, .page = &entry->page});
  }
  return near;
}

// Whether one was taken into the answer.
bool StoreTurns::choose(const AskedPage& asked, std::span<Candidate> candidates, bool only_joining,
                        Decided& decided) const {
  const PageFacts& facts = asked.page.facts;
  LeaderChoice choice(options_.rule);
  bool is_open = true;
  for (std::size_t i = 0; i < candidates.size() && (is_open || asked.is_to_be_explained); ++i) {
    Candidate& candidate = candidates[i];
    if (candidate.page != nullptr) {
      const PageFacts& known = candidate.page->facts;
      candidate.may_stand = may_stand_for(known, facts);
      if (candidate.may_stand) {
        candidate.match = estimate_match(facts, known, judge_.profile.thresholds).match;
      }
    }
    if (!candidate.match || (only_joining && !joins(*candidate.match, options_.rule))) continue;
    is_open = is_open && choice.offer(i, *candidate.match);
  }
  SeenAnswer& answer = decided.answer;
  if (choice.chosen()) {
    const Candidate& chosen = candidates[static_cast<std::size_t>(*choice.chosen())];
    answer.page = SeenPage{.number = chosen.row, .cluster = chosen.cluster, .rank = chosen.rank};
    answer.match = choice.match();
    answer.layout = chosen.page == nullptr ? chosen.layout
                                           : layout_likeness(facts.layout_sketch(),
                                                             chosen.page->facts.layout_sketch());
    decided.ticket = std::max(decided.ticket, chosen.ticket);
    if (choice.is_joining()) {
      answer.seen = SeenVerdict::yes;
      const std::uint64_t size = cluster_size(chosen.cluster, asked.page.crawl);
      answer.cluster =
          SeenCluster{.id = {},
                      .size = size,
                      .rank = only_joining ? chosen.rank : static_cast<std::uint32_t>(size + 1)};
    }
    tell(chosen, decided);
  }
  answer.action = action_of(answer, policy_);
  if (asked.is_to_be_explained) explain(asked, candidates, answer);
  return choice.chosen().has_value();
}

void StoreTurns::tell(const Candidate& chosen, Decided& decided) const {
  SeenAnswer& answer = decided.answer;
  decided.has_page = chosen.page != nullptr;
  if (decided.has_page) {
    answer.page->id = chosen.page->id;
    answer.page->url = chosen.page->url;
    answer.page->first_seen_ms = chosen.page->first_seen_ms;
    answer.page->bytes = chosen.page->bytes;
    if (chosen.page->crawl != 0) answer.page->crawl = book_.name_of(chosen.page->crawl);
  }
  if (!answer.cluster) return;
  if (chosen.cluster == chosen.row) {
    if (decided.has_page) answer.cluster->id = cluster_id(chosen.row, *chosen.page);
    return;
  }
  for (const Front* front : {active_.get(), frozen_.get()}) {
    const Front::Entry* const entry = front == nullptr ? nullptr : front->entry(chosen.cluster);
    if (entry != nullptr) answer.cluster->id = cluster_id(entry->row, entry->page);
  }
}

void StoreTurns::explain(const AskedPage& asked, std::span<const Candidate> candidates,
                         SeenAnswer& answer) const {
  constexpr std::size_t kExplainedMax = 100;
  const PageFacts& facts = asked.page.facts;
  std::vector<SeenCandidate> told;
  for (const Candidate& candidate : candidates) {
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
                       ? refusal(each, answer)
                       : "it is an error answer (status 400 or above), this page is none";
    told.push_back(std::move(each));
  }
  std::stable_sort(told.begin(), told.end(), [](const SeenCandidate& a, const SeenCandidate& b) {
    const auto order = [](const SeenCandidate& each) {
      return std::pair(each.refused.empty(), each.resemblance.value_or(-1));
    };
    return order(a) > order(b);
  });
  // A page that has the name but another text was looked at before.
  std::move(told.begin(), told.end(), std::back_inserter(answer.candidates));
  if (answer.candidates.size() > kExplainedMax) answer.candidates.resize(kExplainedMax);
}

std::string StoreTurns::refusal(const SeenCandidate& candidate, const SeenAnswer& answer) const {
  if (answer.page && answer.page->number == candidate.page.number) return {};
  if (candidate.match) {
    if (!joins(*candidate.match, options_.rule)) return "shares only a part";
    return "another page resembles it more, or as much and is older";
  }
  if (!candidate.resemblance) return "one of the two is too short to be compared";
  if (*candidate.resemblance < judge_.profile.thresholds.min_resemblance) {
    return "too little in common";
  }
  return "titles, addresses, names or what surrounds the texts say that they are two pages";
}

}  // namespace facsim

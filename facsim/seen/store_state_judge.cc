// SPDX-License-Identifier: Apache-2.0
// The half of StoreState that judges: the answer for a page, and the reasons.

#include <algorithm>
#include <utility>

#include "facsim/seen/answer_rows.h"
#include "facsim/seen/store_state.h"

namespace facsim {

std::vector<Decided> StoreState::check(std::span<AskedPage> pages, const SeenAsk& how,
                                       const RowsRead& read) const {
  const Crawl* const crawl = how.crawl.empty() ? nullptr : book_.open(how.crawl);
  std::vector<Decided> decided;
  decided.reserve(pages.size());
  for_each_fetched(newest_, pages, [&](AskedPage& page) {
    page.page.crawl = crawl == nullptr ? 0 : crawl->number;
    std::vector<KnownCandidate> named = named_candidates(page);
    decided.push_back(decide(page, named, read));
  });
  return decided;
}

Decided StoreState::decide(const AskedPage& asked, std::span<KnownCandidate> named,
                           const RowsRead& read) const {
  Decided decided;
  decided.ticket = crawl_ticket_;
  decided.answer.truncated = asked.found.truncated;
  const PageFacts& facts = asked.page.facts;
  decided.answer.seen = facts.has_fingerprint ? SeenVerdict::no : SeenVerdict::too_short;
  if (!facts.has_text) return decided;
  if (!named.empty() && choose(asked, named, true, read, decided)) return decided;
  if (options_.keep_history) named = {};
  std::vector<KnownCandidate> near = near_candidates(asked, named, decided.answer.truncated);
  (void)choose(asked, near, false, read, decided);
  return decided;
}

std::vector<KnownCandidate> StoreState::named_candidates(const AskedPage& asked) const {
  std::vector<KnownCandidate> named;
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
  std::vector<const Memtable::Entry*> found;
  newest_.find_names(asked, found);
  drop_hidden(view, found);
  for (const Memtable::Entry* entry : found) add(entry->row, entry->ticket, entry->page);
  return named;
}

std::vector<KnownCandidate> StoreState::near_candidates(const AskedPage& asked,
                                                        std::span<const KnownCandidate> named,
                                                        bool& truncated) const {
  const View view{.crawl = asked.page.crawl};
  const auto is_left_out = [&](std::uint64_t row) {
    return is_hidden(row, view) || std::ranges::any_of(named, [row](const KnownCandidate& each) {
             return each.row == row;
           });
  };
  std::vector<KnownCandidate> near;
  for (const SealedMatch& sealed : asked.found.sealed) {
    if (is_left_out(sealed.row)) continue;
    near.push_back({.row = sealed.row,
                    .cluster = sealed.row,
                    .match = sealed.match,
                    .layout = sealed.layout,
                    .distance = sealed.distance,
                    .resemblance = sealed.resemblance,
                    .may_stand = sealed.may_stand});
  }
  std::vector<const Memtable::Entry*> found;
  truncated |= newest_.find(asked, found);
  for (const Memtable::Entry* entry : found) {
    if (is_left_out(entry->row) || is_lost(*entry)) continue;
    near.push_back(
        {.row = entry->row, .ticket = entry->ticket, .cluster = entry->row, .page = &entry->page});
  }
  return near;
}

bool StoreState::choose(const AskedPage& asked, std::span<KnownCandidate> candidates,
                        bool only_joining, const RowsRead& read, Decided& decided) const {
  const Thresholds& thresholds = judge_.profile.thresholds;
  SeenAnswer& answer = decided.answer;
  const std::optional<PageChoice> choice =
      choose_page(asked, candidates, options_.rule, thresholds, only_joining);
  if (choice) {
    const KnownCandidate& chosen = candidates[choice->candidate];
    answer.page = SeenPage{.number = chosen.row, .cluster = chosen.cluster, .rank = chosen.rank};
    answer.match = choice->match;
    answer.layout = choice->layout;
    decided.ticket = std::max(decided.ticket, chosen.ticket);
    if (choice->is_joining) {
      answer.seen = SeenVerdict::yes;
      const std::uint64_t size = cluster_size(chosen.cluster, asked.page.crawl, read);
      answer.cluster =
          SeenCluster{.id = {},
                      .size = size,
                      .rank = only_joining ? chosen.rank : static_cast<std::uint32_t>(size + 1)};
    }
    describe(chosen, decided);
  }
  answer.action = action_of(answer, policy_);
  if (asked.is_to_be_explained) {
    explain_choice(asked, candidates, options_.rule, thresholds, answer);
  }
  return choice.has_value();
}

void StoreState::describe(const KnownCandidate& chosen, Decided& decided) const {
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
  const Memtable::Entry* const entry = newest_.entry(chosen.cluster);
  if (entry != nullptr) answer.cluster->id = cluster_id(entry->row, entry->page);
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/store_turns.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <variant>

#include "facsim/base/error.h"
#include "facsim/cluster/leader_choice.h"
#include "facsim/page/pair_judge.h"
#include "facsim/seen/store_keys.h"

namespace facsim {

// A page that the one that is asked for may repeat.
struct StoreTurns::Candidate {
  std::uint64_t row = 0;
  std::uint64_t ticket = 0;
  std::uint64_t cluster = 0;  // row of its representative
  std::uint32_t rank = 1;
  const PageFacts* facts = nullptr;  // nothing: it is judged already
  std::optional<Match> match = {};
  std::optional<double> layout = {};
};

StoreTurns::StoreTurns(const ReadyProfile& judge, const Options& options, RowStore& rows,
                       SealedState sealed)
    : judge_(judge), options_(options), rows_(rows), sealed_(std::move(sealed)) {
  active_ = std::make_unique<Front>(judge_.profile, options_.max_distance);
  replay(sealed_.rows_to + 1);
}

void StoreTurns::replay(std::uint64_t first) {
  rows_.for_each_row(first, [&](std::uint64_t row, std::string_view bytes) {
    auto content = decode_row(bytes, row, sealed_.index->folder());
    if (StoredPage* const page = std::get_if<StoredPage>(&content)) {
      active_->add(row, 0, std::move(*page));
    } else {
      erasures_.push_back(row);
      for (const std::uint64_t erased : std::get<Erasure>(content).rows) {
        if (erased <= sealed_.rows_to) gone_.insert(erased);
      }
    }
    return true;
  });
  next_row_ = std::max(rows_.last_row(), sealed_.rows_to) + 1;
}

SealedState StoreTurns::sealed() const {
  const std::shared_lock lock(mutex_);
  return sealed_;
}

// After a failed write there may be pages in memory that were never stored.
bool StoreTurns::is_lost(const Front::Entry& entry) const {
  return entry.ticket > rows_.committed() && (broken_ || rows_.failure());
}

void StoreTurns::require_writable() const {
  const std::optional<Error> failure = broken_ ? broken_ : rows_.failure();
  if (!failure) return;
  throw Error{failure->code(), std::string("nothing can be added since a change failed (") +
                                   failure->what() + "); open the store again"};
}

void StoreTurns::break_off(const std::exception& failed) {
  const auto* const error = dynamic_cast<const Error*>(&failed);
  broken_ = error != nullptr ? *error : Error{ErrorCode::io, failed.what()};
}

std::optional<std::vector<Decided>> StoreTurns::check(std::span<const AskedPage> pages,
                                                      const SealedState& state) const {
  const std::shared_lock lock(mutex_);
  if (state.index != sealed_.index) return std::nullopt;
  std::vector<Decided> decided;
  decided.reserve(pages.size());
  for (const AskedPage& page : pages) decided.push_back(decide(page));
  return decided;
}

std::optional<std::vector<Decided>> StoreTurns::add(std::span<const AskedPage> pages,
                                                    const SealedState& state, std::int64_t now_ms) {
  const std::unique_lock lock(mutex_);
  if (state.index != sealed_.index) return std::nullopt;
  require_writable();
  std::vector<Decided> all;
  all.reserve(pages.size());
  try {
    Draft draft;
    for (const AskedPage& page : pages) all.push_back(add(page, now_ms, draft));
    submit(draft);
  } catch (const std::exception& failed) {
    break_off(failed);
    throw;
  }
  return all;
}

Decided StoreTurns::add(const AskedPage& asked, std::int64_t now_ms, Draft& draft) {
  Decided decided = decide(asked);
  if (!asked.page.facts.has_text) return decided;
  const std::vector<Candidate> named = named_candidates(asked);
  const bool is_known = decided.answer.seen == SeenVerdict::yes &&
                        std::ranges::any_of(named, [&](const Candidate& each) {
                          return each.row == decided.answer.page->number;
                        });
  if (is_known) return decided;
  if (!named.empty() && !options_.keep_history) {
    std::vector<std::uint64_t> old;  // taken out they are candidates no more
    for (const Candidate& each : named) old.push_back(each.row);
    for (const std::uint64_t row : old) {
      if (const auto page = page_of(row)) remove(row, *page, draft);
    }
    decided = decide(asked);  // pages that were copies of them may be representatives now
  }
  StoredPage page = asked.page;
  page.first_seen_ms = now_ms;
  insert(std::move(page), decided, draft);
  return decided;
}

Decided StoreTurns::decide(const AskedPage& asked, bool look_at_names) const {
  Decided decided;
  decided.answer.truncated = asked.truncated;
  const PageFacts& facts = asked.page.facts;
  decided.answer.seen = facts.has_fingerprint ? SeenVerdict::no : SeenVerdict::too_short;
  if (!facts.has_text) return decided;
  std::vector<Candidate> named;
  if (look_at_names) {
    named = named_candidates(asked);
    if (choose(asked, named, true, decided)) return decided;
    if (options_.keep_history) named.clear();
  }
  std::vector<Candidate> near = near_candidates(asked, named, decided.answer.truncated);
  (void)choose(asked, near, false, decided);
  return decided;
}

std::vector<StoreTurns::Candidate> StoreTurns::named_candidates(const AskedPage& asked) const {
  std::vector<Candidate> named;
  const auto add = [&named](std::uint64_t row, std::uint64_t ticket, const StoredPage& page) {
    const std::uint64_t cluster = page.is_representative() ? row : page.representative;
    named.push_back({.row = row,
                     .ticket = ticket,
                     .cluster = cluster,
                     .rank = page.rank,
                     .facts = &page.facts});
  };
  for (const NamedRow& row : asked.named) {
    if (!is_gone(row.row)) add(row.row, 0, row.page);
  }
  std::vector<const Front::Entry*> found;
  named_in_fronts(asked.page.id, asked.page.url, found);
  for (const Front::Entry* entry : found) add(entry->row, entry->ticket, entry->page);
  return named;
}

void StoreTurns::named_in_fronts(std::string_view id, std::string_view url,
                                 std::vector<const Front::Entry*>& found) const {
  for (const Front* front : {frozen_.get(), active_.get()}) {
    if (front == nullptr) continue;
    if (!id.empty()) front->find_id(id, found);
    if (!url.empty()) front->find_url(url, found);
  }
  std::sort(found.begin(), found.end(),
            [](const Front::Entry* a, const Front::Entry* b) { return a->row < b->row; });
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::erase_if(
      found, [this](const Front::Entry* entry) { return is_gone(entry->row) || is_lost(*entry); });
}

std::vector<StoreTurns::Candidate> StoreTurns::near_candidates(const AskedPage& asked,
                                                               std::span<const Candidate> named,
                                                               bool& truncated) const {
  const auto is_named = [named](std::uint64_t row) {
    return std::ranges::any_of(named, [row](const Candidate& each) { return each.row == row; });
  };
  std::vector<Candidate> near;
  for (const SealedMatch& sealed : asked.sealed) {
    if (is_gone(sealed.row) || is_named(sealed.row)) continue;
    near.push_back(
        {.row = sealed.row, .cluster = sealed.row, .match = sealed.match, .layout = sealed.layout});
  }
  std::vector<const Front::Entry*> found;
  for (const Front* front : {frozen_.get(), active_.get()}) {
    if (front != nullptr) truncated |= front->find(asked.question(), found);
  }
  for (const Front::Entry* entry : found) {
    if (is_gone(entry->row) || is_named(entry->row) || is_lost(*entry)) continue;
    near.push_back({.row = entry->row,
                    .ticket = entry->ticket,
                    .cluster = entry->row,
                    .facts = &entry->page.facts});
  }
  return near;
}

// Whether one was taken into the answer.
bool StoreTurns::choose(const AskedPage& asked, std::span<Candidate> candidates, bool only_joining,
                        Decided& decided) const {
  const PageFacts& facts = asked.page.facts;
  LeaderChoice choice(options_.rule);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    Candidate& candidate = candidates[i];
    if (candidate.facts != nullptr) {
      candidate.match = estimate_match(facts, *candidate.facts, judge_.profile.thresholds).match;
    }
    if (!candidate.match || (only_joining && !joins(*candidate.match, options_.rule))) continue;
    if (!choice.offer(i, *candidate.match)) break;
  }
  if (!choice.chosen()) return false;
  const Candidate& chosen = candidates[static_cast<std::size_t>(*choice.chosen())];
  SeenAnswer& answer = decided.answer;
  answer.page = SeenPage{.number = chosen.row, .cluster = chosen.cluster, .rank = chosen.rank};
  answer.match = choice.match();
  answer.layout = chosen.facts == nullptr
                      ? chosen.layout
                      : layout_likeness(facts.layout_sketch(), chosen.facts->layout_sketch());
  decided.ticket = std::max(decided.ticket, chosen.ticket);
  if (!choice.is_joining()) return true;
  answer.seen = SeenVerdict::yes;
  const std::uint64_t size = cluster_size(chosen.cluster);
  answer.cluster =
      SeenCluster{.id = {},
                  .size = size,
                  .rank = only_joining ? chosen.rank : static_cast<std::uint32_t>(size + 1)};
  return true;
}

void StoreTurns::insert(StoredPage page, Decided& decided, Draft& draft) {
  const std::uint64_t row = next_row_++;
  SeenAnswer& answer = decided.answer;
  page.representative = 0;
  page.rank = 1;
  if (answer.seen == SeenVerdict::yes) {
    const std::uint64_t representative = answer.page->cluster;
    page.representative = representative;
    page.rank = answer.cluster->rank;
    answer.cluster->size += 1;
    set_cluster_size(representative, answer.cluster->size, draft);
    draft.change.keys.push_back({cluster_member_key(representative, row), std::string()});
  } else {
    answer.cluster = SeenCluster{};
  }
  answer.added = true;
  answer.number = row;
  decided.ticket = next_ticket();
  draft.change.rows.push_back({row, encode_row(page)});
  active_->add(row, next_ticket(), std::move(page));
}

std::uint64_t StoreTurns::cluster_size(std::uint64_t representative) const {
  const auto found = counts_.find(representative);
  if (found != counts_.end()) return found->second.pages;
  const std::optional<std::string> value = rows_.value(cluster_size_key(representative));
  return value ? number_of(*value) : 1;
}

void StoreTurns::set_cluster_size(std::uint64_t representative, std::uint64_t pages, Draft& draft) {
  constexpr std::size_t kCountsMax = 1U << 16;
  if (counts_.size() >= kCountsMax) {
    const std::uint64_t committed = rows_.committed();
    std::erase_if(counts_, [&](const auto& each) { return each.second.ticket <= committed; });
  }
  counts_[representative] = {pages, next_ticket()};
  std::optional<std::string> value;
  if (pages > 1) value = bytes_of_number(pages);
  draft.change.keys.push_back({cluster_size_key(representative), std::move(value)});
}

void StoreTurns::take_out(std::uint64_t row, Draft& draft) {
  if (!active_->erase(row)) gone_.insert(row);
  draft.change.erased.push_back(row);
  draft.erasure.rows.push_back(row);
}

void StoreTurns::remove(std::uint64_t row, const StoredPage& page, Draft& draft) {
  const std::uint64_t representative = page.is_representative() ? row : page.representative;
  const std::uint64_t size = cluster_size(representative);
  take_out(row, draft);
  if (!page.is_representative()) {
    draft.change.keys.push_back({cluster_member_key(representative, row), std::nullopt});
    set_cluster_size(representative, size - 1, draft);
  } else if (size > 1) {
    judge_members_again(row, draft);
  }
}

// As if they came now, in their order, though they were seen first when they were.
void StoreTurns::judge_members_again(std::uint64_t representative, Draft& draft) {
  submit(draft);
  if (const std::uint64_t last = rows_.submitted(); last > 0) rows_.wait(last);
  std::vector<std::uint64_t> members;
  const std::string prefix = cluster_member_prefix(representative);
  rows_.for_each_key(prefix, prefix, [&](std::string_view key, std::string_view) {
    members.push_back(number_of(key.substr(prefix.size())));
    return true;
  });
  set_cluster_size(representative, 1, draft);
  std::vector<StoredPage> pages;
  for (const std::uint64_t member : members) {
    std::optional<StoredPage> page = page_of(member);
    draft.change.keys.push_back({cluster_member_key(representative, member), std::nullopt});
    if (!page) continue;
    take_out(member, draft);
    pages.push_back(std::move(*page));
  }
  if (!asker_) {
    asker_ = std::make_unique<StoreAsker>(judge_, options_.max_distance, options_.kernel, rows_);
  }
  for (StoredPage& page : pages) {
    AskedPage asked{.page = std::move(page)};
    asker_->look_up({&asked, 1}, sealed_);
    Decided decided = decide(asked, false);
    insert(std::move(asked.page), decided, draft);
  }
  asker_->rest();
}

void StoreTurns::submit(Draft& draft) {
  RowChange& change = draft.change;
  if (!draft.erasure.rows.empty()) {
    const std::uint64_t row = next_row_++;
    change.rows.push_back({row, encode_row(draft.erasure)});
    erasures_.push_back(row);
  }
  if (!change.rows.empty() || !change.keys.empty()) (void)rows_.submit(std::move(change));
  draft = {};
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
// The half of StoreTurns that does not judge: names, erasing, and handing fronts over.

#include <algorithm>
#include <functional>
#include <mutex>
#include <set>
#include <utility>
#include <variant>

#include "facsim/model/label.h"
#include "facsim/seen/answer_rows.h"
#include "facsim/seen/row_names.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_rows.h"
#include "facsim/seen/store_settings.h"
#include "facsim/seen/store_turns.h"

namespace facsim {

std::optional<StoredPage> StoreTurns::page_of(std::uint64_t row) const {
  if (is_gone(row)) return std::nullopt;
  for (const Front* front : {active_.get(), frozen_.get()}) {
    const Front::Entry* const entry = front == nullptr ? nullptr : front->entry(row);
    if (entry != nullptr) return entry->page;
  }
  // What a front forgot may be on its way out of the rows.
  if (row > sealed_.rows_to) return std::nullopt;
  const std::optional<std::string> bytes = rows_.row(row);
  if (!bytes) return std::nullopt;
  auto content = decode_row(*bytes, row, sealed_.index->folder());
  StoredPage* const page = std::get_if<StoredPage>(&content);
  return page == nullptr ? std::nullopt : std::optional(std::move(*page));
}

void StoreTurns::settle_named(View view, std::vector<const Front::Entry*>& found) const {
  std::sort(found.begin(), found.end(),
            [](const Front::Entry* a, const Front::Entry* b) { return a->row < b->row; });
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::erase_if(found, [&](const Front::Entry* entry) {
    return is_hidden(entry->row, view) || is_lost(*entry);
  });
}

// With those of the change on its way. All others are written: settle_rows().
std::vector<std::uint64_t> StoreTurns::members_of(std::uint64_t representative,
                                                  const Draft& draft) const {
  std::set<std::uint64_t> members;
  const std::string prefix = cluster_member_prefix(representative);
  rows_.for_each_key(prefix, prefix, [&](std::string_view key, std::string_view) {
    members.insert(number_of(key.substr(prefix.size())));
    return true;
  });
  for (const RowChange::Key& key : draft.change.keys) {
    if (!key.key.starts_with(prefix)) continue;
    const std::uint64_t member = number_of(std::string_view(key.key).substr(prefix.size()));
    key.value ? void(members.insert(member)) : void(members.erase(member));
  }
  return {members.begin(), members.end()};
}

std::uint64_t StoreTurns::own_size(std::uint64_t representative) const {
  if (const auto known = sizes_.find(representative)) return *known;
  const auto found = counts_.find(representative);
  if (found != counts_.end()) return found->second.pages;
  const std::optional<std::string> value = rows_.value(cluster_size_key(representative));
  return value ? number_of(*value) : 1;
}

// Some at a turn, so that nobody waits for all of them.
void StoreTurns::learn_sizes(const std::function<bool()>& is_over) {
  constexpr std::size_t kLearntAtOnce = 1024;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> some;  // representatives and pages
  const auto learn = [&] {
    const std::unique_lock lock(mutex_);
    bool has_room = true;
    for (const auto& [representative, pages] : some) has_room = sizes_.learn(representative, pages);
    some.clear();
    return has_room && !is_over();
  };
  bool goes_on = true;
  rows_.for_each_key(kClusterSizePrefix, {}, [&](std::string_view key, std::string_view value) {
    if (!is_cluster_size_key(key)) return true;
    some.emplace_back(number_of(key.substr(kClusterSizePrefix.size())), number_of(value));
    goes_on = some.size() < kLearntAtOnce || learn();
    return goes_on;
  });
  if (!goes_on || !learn()) return;
  const std::unique_lock lock(mutex_);
  sizes_.end_learning();
}

void StoreTurns::set_own_size(std::uint64_t representative, std::uint64_t pages, Draft& draft) {
  sizes_.set(representative, pages);
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

void StoreTurns::count_member(std::uint64_t representative, std::uint32_t crawl, bool is_more,
                              Draft& draft) {
  Crawl* const own = crawl == 0 ? nullptr : book_.find(crawl);
  const auto joined = own == nullptr ? 0 : own->joined.count(representative);
  const bool is_apart =
      own != nullptr &&
      (is_more ? own->state == Crawl::State::open && !own->has_row(representative) : joined != 0);
  if (is_apart) {
    const std::uint64_t pages = joined == 0 ? 0 : own->joined.at(representative);
    set_joined(*own, representative, is_more ? pages + 1 : pages - 1, draft);
  } else {
    const std::uint64_t pages = own_size(representative);
    set_own_size(representative, is_more ? pages + 1 : pages - 1, draft);
  }
}

void StoreTurns::set_joined(Crawl& crawl, std::uint64_t representative, std::uint64_t pages,
                            Draft& draft) {
  std::optional<std::string> value;
  if (pages == 0) {
    if (crawl.joined.erase(representative) == 0) return;
  } else {
    crawl.joined[representative] = pages;
    value = bytes_of_number(pages);
  }
  draft.change.keys.push_back({crawl_joined_key(crawl.number, representative), std::move(value)});
}

std::vector<NamedRow> StoreTurns::named_by(std::string_view name, bool is_url, View view) const {
  std::vector<NamedRow> named;
  std::vector<std::uint64_t> rows;
  const std::uint64_t hash = is_url ? url_name_hash(name) : id_name_hash(name);
  find_row_names(*sealed_.index, {&hash, 1},
                 [&rows](std::size_t, std::uint64_t row) { rows.push_back(row); });
  std::sort(rows.begin(), rows.end());
  for (const std::uint64_t row : rows) {
    if (row > sealed_.rows_to || is_hidden(row, view)) continue;
    std::optional<StoredPage> page = page_of(row);
    if (page && (is_url ? page->url : page->id) == name) named.push_back({row, std::move(*page)});
  }
  std::vector<const Front::Entry*> found;
  for (const Front* front : {frozen_.get(), active_.get()}) {
    if (front != nullptr) is_url ? front->find_url(name, found) : front->find_id(name, found);
  }
  settle_named(view, found);
  for (const Front::Entry* entry : found) named.push_back({entry->row, entry->page});
  return named;
}

std::vector<NamedRow> StoreTurns::named_here(std::string_view name, View view) const {
  if (name.empty()) return {};
  const std::string label = cut_label(name);
  std::vector<NamedRow> named = named_by(label, false, view);
  if (named.empty()) named = named_by(label, true, view);
  if (!named.empty()) return named;
  const std::optional<std::uint64_t> row = row_in_name(name);
  std::optional<StoredPage> page = row && !is_hidden(*row, view) ? page_of(*row) : std::nullopt;
  if (page) named.push_back({*row, std::move(*page)});
  return named;
}

std::vector<NamedRow> StoreTurns::named(std::string_view name) const {
  const std::shared_lock lock(mutex_);
  return named_here(name, {});
}

bool StoreTurns::shows(std::uint64_t row) const {
  const std::shared_lock lock(mutex_);
  return !is_hidden(row, {});
}

std::int64_t StoreTurns::last_seen(std::uint64_t row) const {
  const std::shared_lock lock(mutex_);
  return noted(row);
}

std::uint64_t StoreTurns::size_for_all(std::uint64_t representative) const {
  const std::shared_lock lock(mutex_);
  return cluster_size(representative, 0);
}

std::int64_t StoreTurns::noted(std::uint64_t row) const {
  const auto found = noted_.find(row);
  return found == noted_.end() ? last_seen_in(rows_, row) : found->second;
}

std::uint64_t StoreTurns::set_policy(const SeenPolicy& policy) {
  const std::unique_lock lock(mutex_);
  require_writable();
  RowChange change;
  change.keys.push_back({std::string(kStorePolicyKey), policy_text(policy)});
  const std::uint64_t ticket = rows_.submit(std::move(change));
  policy_ = policy;
  return ticket;
}

SeenPolicy StoreTurns::policy() const {
  const std::shared_lock lock(mutex_);
  return policy_;
}

std::pair<SeenErased, std::uint64_t> StoreTurns::erase(std::span<const std::string> names) {
  constexpr View kAll{.sees_all = true};
  const std::unique_lock lock(mutex_);
  begin_change();
  SeenErased erased;
  try {
    Draft draft;
    for (const std::string& name : names) {
      const std::vector<NamedRow> rows = named_here(name, kAll);
      if (rows.empty()) erased.missing.push_back(name);
      erased.pages += rows.size();
      for (const NamedRow& row : rows) {
        // Judged again with its cluster it may have another number, or another representative.
        if (const auto page = page_of(row.row)) {
          remove(row.row, *page, draft);
        } else {
          for (const NamedRow& again : named_here(name, kAll)) {
            remove(again.row, again.page, draft);
          }
        }
      }
    }
    submit(draft);
  } catch (const std::exception& failed) {
    break_off(failed);
    throw;
  }
  return {std::move(erased), rows_.submitted()};
}

std::pair<std::uint64_t, std::uint64_t> StoreTurns::erase(std::span<const std::uint64_t> rows) {
  const std::unique_lock lock(mutex_);
  begin_change();
  std::uint64_t erased = 0;
  try {
    Draft draft;
    for (const std::uint64_t row : rows) {
      const auto page = page_of(row);
      if (!page) continue;
      remove(row, *page, draft);
      ++erased;
    }
    submit(draft);
  } catch (const std::exception& failed) {
    break_off(failed);
    throw;
  }
  return {erased, rows_.submitted()};
}

std::optional<StoreTurns::Frozen> StoreTurns::freeze() {
  const std::unique_lock lock(mutex_);
  require_writable();
  if (freezing_) return freezing_;
  if (active_->size() == 0 && gone_.empty() && erasures_.empty()) return std::nullopt;
  frozen_ = std::exchange(active_, std::make_unique<Front>(judge_.profile, options_.max_distance));
  Frozen frozen{.front = frozen_.get(),
                .rows_to = next_row_ - 1,
                .ticket = rows_.submitted(),
                .gone = {gone_.begin(), gone_.end()},
                .erasures = std::exchange(erasures_, {})};
  std::sort(frozen.gone.begin(), frozen.gone.end());
  freezing_ = std::move(frozen);
  return freezing_;
}

void StoreTurns::thaw(const Frozen& frozen, SealedState sealed) {
  std::unique_ptr<Front> before;  // let go of behind the lock, as the segments before
  const std::unique_lock lock(mutex_);
  std::swap(sealed_, sealed);
  for (const std::uint64_t row : frozen.gone) gone_.erase(row);
  before = std::move(frozen_);
  freezing_.reset();
}

void StoreTurns::set_sealed(SealedState sealed) {
  const std::unique_lock lock(mutex_);
  std::swap(sealed_, sealed);  // those before are let go of behind the lock
}

std::size_t StoreTurns::active_changes() const {
  const std::shared_lock lock(mutex_);
  return active_->size() + gone_.size();
}

std::size_t StoreTurns::changes_in_memory() const {
  const std::shared_lock lock(mutex_);
  return active_->size() + (frozen_ ? frozen_->size() : 0) + gone_.size();
}

SeenFigures StoreTurns::figures() const {
  const std::shared_lock lock(mutex_);
  SeenFigures figures;
  for (const Front* front : {frozen_.get(), active_.get()}) {
    if (front == nullptr) continue;
    figures.front_pages += front->size();
    figures.front_bytes += front->bytes();
  }
  figures.segments = sealed_.index->parts().size();
  figures.sealed = sealed_.index->entries();
  figures.sealed_to = sealed_.rows_to;
  figures.last_row = next_row_ - 1;
  figures.replaced = replaced_;
  figures.uncrawled_links = uncrawled_.links();
  const std::optional<Error> failure = broken_ ? broken_ : rows_.failure();
  if (failure) figures.failure = failure->what();
  figures.is_retried = failure && !broken_ && rows_.is_retried();
  return figures;
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
// The half of StoreTurns that does not judge: names, erasing, and handing fronts over.

#include <algorithm>
#include <mutex>
#include <utility>
#include <variant>

#include "facsim/base/limits.h"
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

std::vector<NamedRow> StoreTurns::named_by(std::string_view name, bool is_url) const {
  std::vector<NamedRow> named;
  std::vector<std::uint64_t> rows;
  rows_.find_names(is_url ? url_name_hash(name) : id_name_hash(name), rows);
  for (const std::uint64_t row : rows) {
    if (row > sealed_.rows_to || is_gone(row)) continue;
    std::optional<StoredPage> page = page_of(row);
    if (page && (is_url ? page->url : page->id) == name) named.push_back({row, std::move(*page)});
  }
  std::vector<const Front::Entry*> found;
  is_url ? named_in_fronts({}, name, found) : named_in_fronts(name, {}, found);
  for (const Front::Entry* entry : found) named.push_back({entry->row, entry->page});
  return named;
}

std::vector<NamedRow> StoreTurns::named_here(std::string_view name) const {
  name = name.substr(0, limits::kLabelBytesMax);
  if (name.empty()) return {};
  std::vector<NamedRow> named = named_by(name, false);
  return named.empty() ? named_by(name, true) : named;
}

std::vector<NamedRow> StoreTurns::named(std::string_view name) const {
  const std::shared_lock lock(mutex_);
  return named_here(name);
}

std::pair<SeenErased, std::uint64_t> StoreTurns::erase(std::span<const std::string> names) {
  const std::unique_lock lock(mutex_);
  require_writable();
  SeenErased erased;
  try {
    Draft draft;
    for (const std::string& name : names) {
      const std::vector<NamedRow> rows = named_here(name);
      if (rows.empty()) erased.missing.push_back(name);
      erased.pages += rows.size();
      for (const NamedRow& row : rows) {
        // Judged again with its cluster it may have another number, or another representative.
        if (const auto page = page_of(row.row)) {
          remove(row.row, *page, draft);
        } else {
          for (const NamedRow& again : named_here(name)) remove(again.row, again.page, draft);
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
  std::unique_ptr<Front> before;  // let go of behind the lock
  const std::unique_lock lock(mutex_);
  sealed_ = std::move(sealed);
  for (const std::uint64_t row : frozen.gone) gone_.erase(row);
  before = std::move(frozen_);
  freezing_.reset();
}

std::size_t StoreTurns::active_pages() const {
  const std::shared_lock lock(mutex_);
  return active_->size();
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
  const std::optional<Error> failure = broken_ ? broken_ : rows_.failure();
  if (failure) figures.failure = failure->what();
  return figures;
}

}  // namespace facsim

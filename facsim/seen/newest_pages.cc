// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/newest_pages.h"

#include <algorithm>
#include <utility>

namespace facsim {
namespace {

void sort_once(std::vector<const Memtable::Entry*>& found) {
  std::sort(found.begin(), found.end(),
            [](const Memtable::Entry* a, const Memtable::Entry* b) { return a->row < b->row; });
  found.erase(std::unique(found.begin(), found.end()), found.end());
}

}  // namespace

NewestPages::NewestPages(const Profile& profile, int max_distance, SealedState sealed)
    : profile_(profile),
      max_distance_(max_distance),
      sealed_(std::move(sealed)),
      active_(std::make_unique<Memtable>(profile, max_distance)) {}

void NewestPages::replay(std::uint64_t row, StoredPage page) {
  const MemtableKeys keys = memtable_keys(page);
  active_->add(row, 0, std::move(page), keys);
}

void NewestPages::replay(std::uint64_t row, const Erasure& erasure) {
  erasures_.push_back(row);
  for (const std::uint64_t erased : erasure.rows) {
    if (erased <= sealed_.rows_to) gone_.insert(erased);
  }
}

void NewestPages::end_replay(std::uint64_t last_row) {
  next_row_ = std::max(last_row, sealed_.rows_to) + 1;
}

void NewestPages::add(std::uint64_t ticket, StoredPage page, const MemtableKeys& keys) {
  active_->add(next_row_++, ticket, std::move(page), keys);
}

void NewestPages::take_out(std::uint64_t row) {
  if (!active_->erase(row)) gone_.insert(row);
}

std::uint64_t NewestPages::add_erasure() {
  const std::uint64_t row = next_row_++;
  erasures_.push_back(row);
  return row;
}

void NewestPages::fetch(const AskedPage& page, std::size_t step) const noexcept {
  for_each_memtable(
      [&](const Memtable& memtable) { memtable.fetch(page.page, page.found.keys, step); });
}

const Memtable::Entry* NewestPages::entry(std::uint64_t row) const {
  if (const Memtable::Entry* const found = active_->entry(row)) return found;
  return flushing_ ? flushing_->entry(row) : nullptr;
}

bool NewestPages::find(const AskedPage& page, std::vector<const Memtable::Entry*>& found) const {
  bool truncated = false;
  for_each_memtable([&](const Memtable& memtable) {
    truncated |= memtable.find(page.page, page.found.keys, found);
  });
  return truncated;
}

void NewestPages::find_names(const AskedPage& page,
                             std::vector<const Memtable::Entry*>& found) const {
  for_each_memtable(
      [&](const Memtable& memtable) { memtable.find_names(page.page, page.found.keys, found); });
  if (found.size() > 1) sort_once(found);
}

std::vector<const Memtable::Entry*> NewestPages::find_name(std::string_view name,
                                                           bool is_url) const {
  std::vector<const Memtable::Entry*> found;
  for_each_memtable([&](const Memtable& memtable) {
    is_url ? memtable.find_url(name, found) : memtable.find_id(name, found);
  });
  sort_once(found);
  return found;
}

std::optional<FlushingPages> NewestPages::begin_flush(std::uint64_t ticket) {
  if (flush_) return flush_;
  if (active_->size() == 0 && gone_.empty() && erasures_.empty()) return std::nullopt;
  flushing_ = std::exchange(active_, std::make_unique<Memtable>(profile_, max_distance_));
  FlushingPages flushing{.memtable = flushing_.get(),
                         .rows_to = next_row_ - 1,
                         .ticket = ticket,
                         .gone = {gone_.begin(), gone_.end()},
                         .erasures = std::exchange(erasures_, {})};
  std::sort(flushing.gone.begin(), flushing.gone.end());
  flush_ = std::move(flushing);
  return flush_;
}

std::unique_ptr<Memtable> NewestPages::finish_flush(const FlushingPages& flushing,
                                                    SealedState& sealed) {
  std::swap(sealed_, sealed);
  for (const std::uint64_t row : flushing.gone) gone_.erase(row);
  flush_.reset();
  return std::move(flushing_);
}

}  // namespace facsim

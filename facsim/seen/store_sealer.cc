// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/store_sealer.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>
#include <vector>

namespace facsim {
namespace {

constexpr std::chrono::seconds kRetryAfter{5};
constexpr std::chrono::seconds kLookAfter{1};
// A store counts as idle if at most this share of a memtable came: the cost of merging it is
// negligible.
constexpr std::uint64_t kRestShare = 128;
// For how long a request may be repeated, and how often old answers are removed.
constexpr std::int64_t kAnswersKeptMs = std::int64_t{24} * 60 * 60 * 1000;
constexpr std::int64_t kForgetEveryMs = std::int64_t{60} * 60 * 1000;

}  // namespace

void make_index_again(RowStore& rows, SealedPages& sealed,
                      const std::function<void(const Sentence&)>& warn) {
  const std::uint64_t last = rows.last_row();
  if (last == 0) return;
  if (warn) {
    warn("making the index again from the rows" +
         (sealed.fault().empty() ? std::string() : " (" + sealed.fault() + ")"));
  }
  rows.sync();
  sealed.seal(last, 0, [&](const SealedPages::Take& take) {
    rows.for_each_row(1, [&](std::uint64_t row, std::string_view bytes) {
      const auto content = decode_row(bytes, row, "rows");
      if (const auto* const page = std::get_if<StoredPage>(&content)) take(row, *page);
      return true;
    });
  });
}

StoreSealer::StoreSealer(RowStore& rows, SealedPages& sealed, SharedState& state, Options options)
    : rows_(rows), sealed_(sealed), state_(state), options_(std::move(options)) {
  thread_ = std::thread([this] { run(); });
  merger_ = std::thread([this] { run_merges(); });
}

StoreSealer::~StoreSealer() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  wakes_.notify_all();
  merges_.notify_all();
  thread_.join();
  merger_.join();
}

void StoreSealer::look() {
  if (state_.active_changes() >= options_.front_pages) wakes_.notify_one();
}

bool StoreSealer::has_room() const {
  return state_.changes_in_memory() < kMemtablesMax * options_.front_pages;
}

void StoreSealer::wait_for_room() {
  if (has_room()) return;
  std::unique_lock lock(mutex_);
  wakes_.notify_one();
  tried_.wait(lock, [this] { return has_room() || failure_; });
  if (!has_room()) throw Error{*failure_};
}

void StoreSealer::seal() {
  const std::uint64_t last = state_.figures().last_row;
  std::unique_lock lock(mutex_);
  failure_.reset();
  wanted_to_ = std::max(wanted_to_, last);
  wakes_.notify_one();
  tried_.wait(lock, [&] { return state_.sealed().rows_to >= last || failure_; });
  if (state_.sealed().rows_to < last) throw Error{*failure_};
}

void StoreSealer::run() {
  std::string said;  // the last warning, to warn once until it succeeds again
  std::unique_lock lock(mutex_);
  while (!is_stopping_) {
    const bool is_wanted = wanted_to_ > state_.sealed().rows_to;
    // A failed attempt is repeated, however few pages it was for.
    if (!failure_ && !is_wanted && state_.active_changes() < options_.front_pages) {
      wakes_.wait_for(lock, kLookAfter);
      continue;
    }
    lock.unlock();
    std::optional<Error> failure;
    try {
      seal_once();
    } catch (const Error& error) {
      failure = error;
    } catch (const std::exception& error) {
      failure = Error{ErrorCode::io, error.what()};
    }
    is_sealing_ = false;
    if (failure && options_.warn && said != failure->what()) {
      options_.warn("the newest pages stay in memory: " + failure->sentence());
    }
    said = failure ? failure->what() : "";
    lock.lock();
    failure_ = std::move(failure);
    tried_.notify_all();
    is_merge_due_ = true;
    merges_.notify_one();
    if (!failure_) {
      lock.unlock();
      forget_answers();
      lock.lock();
      continue;
    }
    wanted_to_ = 0;
    wakes_.wait_for(lock, kRetryAfter, [this] { return is_stopping_.load(); });
  }
}

// Writes the erasures first, then the pages: only the pages' commit records up to which row the
// index is complete, so what a crash leaves half done is done again.
void StoreSealer::seal_once() {
  const std::optional<FlushingPages> flushing = state_.begin_flush();
  if (!flushing) return;
  is_sealing_ = true;
  if (flushing->ticket > 0) rows_.wait(flushing->ticket);
  rows_.sync();  // otherwise a power cut could leave an index of rows that do not exist
  std::unique_lock lock(changing_);
  sealed_.erase(flushing->gone);
  const std::deque<Memtable::Entry>& entries = flushing->memtable->entries();
  const auto is_wanted = [](const Memtable::Entry& entry) { return !entry.is_erased; };
  const auto count = static_cast<std::uint64_t>(std::ranges::count_if(entries, is_wanted));
  sealed_.seal(flushing->rows_to, count, [&](const SealedPages::Take& take) {
    for (const Memtable::Entry& entry : entries) {
      if (is_wanted(entry)) take(entry.row, entry.page);
    }
  });
  state_.finish_flush(*flushing, state_of(sealed_));
  const bool is_on_disk = sealed_.is_on_disk();
  lock.unlock();
  if (options_.on_sealed) options_.on_sealed();
  // If a power cut restores the former index, only these rows record what is gone from it.
  if (flushing->erasures.empty() || !is_on_disk) return;
  RowChange done;
  done.erased = flushing->erasures;
  (void)rows_.submit(std::move(done));
}

// Merges wait for it: it takes a second for two million clusters, and memory limits their number.
void StoreSealer::learn_sizes() {
  try {
    state_.learn_sizes([this] { return is_stopping_.load(); });
  } catch (const std::exception& failure) {
    const std::string why = failure.what();
    if (options_.warn) options_.warn("sizes of clusters are read again for each answer: " + why);
  }
}

void StoreSealer::run_merges() {
  learn_sizes();
  std::string said;  // the last warning, to warn once until it succeeds again
  std::unique_lock lock(mutex_);
  while (!is_stopping_) {
    const auto is_called = [this] { return is_stopping_ || is_merge_due_; };
    bool at_rest = false;
    if (std::exchange(is_merge_due_, false)) {
      is_rest_due_ = options_.rest_after.count() > 0;
    } else if (!is_rest_due_) {
      merges_.wait(lock, is_called);
      continue;
    } else {
      const std::uint64_t last = state_.figures().last_row;
      if (merges_.wait_for(lock, options_.rest_after, is_called)) continue;
      if (state_.figures().last_row - last > options_.front_pages / kRestShare) continue;
      is_rest_due_ = false;
      at_rest = true;
    }
    lock.unlock();
    Sentence failure;
    try {
      while (!is_stopping_ && merge_once(at_rest)) {
      }
    } catch (const Error& error) {
      failure = error.sentence();
    } catch (const std::exception& error) {
      failure = error.what();
    }
    const bool is_news = !failure.empty() && said != failure.plain() && !is_stopping_;
    if (is_news && options_.warn) options_.warn("segments are not merged: " + failure);
    said = failure.plain();
    lock.lock();
    if (failure.empty() || at_rest) continue;  // an optional merge is not retried
    merges_.wait_for(lock, kRetryAfter, [this] { return is_stopping_.load(); });
    is_merge_due_ = true;
  }
}

// Returns false if there was nothing to merge.
bool StoreSealer::merge_once(bool at_rest) {
  std::optional<SealedPages::Merge> merge;
  {
    const std::lock_guard lock(changing_);
    merge = at_rest ? sealed_.begin_merge_at_rest() : sealed_.begin_merge();
  }
  if (!merge) return false;
  merging_bytes_ = merge->bytes;
  const auto check = [this] {
    if (is_stopping_) throw Error{ErrorCode::cancelled, "the store is being closed"};
  };
  try {
    sealed_.write_merge(*merge, check);
    const std::lock_guard lock(changing_);
    sealed_.finish_merge(*merge);
    state_.set_sealed(state_of(sealed_));
    merging_bytes_ = 0;
  } catch (...) {
    merging_bytes_ = 0;
    const std::lock_guard lock(changing_);
    sealed_.drop_merge(*merge);
    throw;
  }
  if (options_.on_sealed) options_.on_sealed();
  return true;
}

// If this fails, the next segment fails too and reports it.
void StoreSealer::forget_answers() {
  try {
    const std::int64_t now = options_.clock();
    if (now - forgotten_ms_ < kForgetEveryMs) return;
    forgotten_ms_ = now;
    state_.forget_answers(now - kAnswersKeptMs);
  } catch (const std::exception& error) {
    if (options_.warn) options_.warn(std::string("old answers stay: ") + error.what());
  }
}

}  // namespace facsim

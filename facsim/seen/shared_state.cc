// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/shared_state.h"

#include <utility>

#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_rows.h"
#include "facsim/store/answer_bytes.h"

namespace facsim {

SharedState::SharedState(const ReadyProfile& judge, const StateOptions& options, RowStore& rows,
                         SealedState sealed)
    : rows_(rows), state_(judge, options, rows, reads_, std::move(sealed)) {}

SharedState::Reading::Reading(const SharedState& shared)
    : reader(shared.reads_, shared.rows_.committed()) {
  const SharedLock lock(shared.mutex_);
  sealed = shared.state_.newest().sealed();
  knows_all_sizes = shared.state_.clusters().knows_all_sizes();
  rows.last_row = shared.state_.newest().next_row() - 1;
}

bool SharedState::is_current(const Reading& reading) const {
  return reading.sealed.index == state_.newest().sealed().index;
}

SealedState SharedState::sealed() const {
  const SharedLock lock(mutex_);
  return state_.newest().sealed();
}

std::vector<Decided> SharedState::check(std::span<AskedPage> pages, const SeenAsk& how,
                                        StoreAsker& asker) const {
  for (;;) {
    Reading reading(*this);
    asker.look_up(pages, reading.sealed);
    read_sizes_for(pages, reading);
    const SharedLock lock(mutex_);
    if (is_current(reading)) return state_.check(pages, how, reading.rows);
  }
}

std::vector<Decided> SharedState::add(std::span<AskedPage> pages, const SeenAsk& how,
                                      std::int64_t now_ms, StoreAsker& asker) {
  for (;;) {
    Reading reading(*this);
    asker.look_up(pages, reading.sealed);
    read_for_adding(pages, how, now_ms, asker, reading);
    const ExclusiveLock lock(mutex_);
    if (is_current(reading)) return state_.add(pages, how, now_ms, reading.rows);
  }
}

std::pair<SeenErased, std::uint64_t> SharedState::erase(std::span<const std::string> names,
                                                        StoreAsker& asker) {
  for (;;) {
    Reading reading(*this);
    std::vector<AskedName> asked;
    asked.reserve(names.size());
    for (const std::string& name : names) asked.push_back(read_name(name, asker, reading));
    std::vector<std::uint64_t> leaders;
    std::vector<std::uint64_t> unknown;
    {
      const SharedLock lock(mutex_);
      leaders = state_.leaders_among(asked);
      unknown = state_.unknown_sizes(asked);
    }
    read_sizes(unknown, reading);
    read_clusters(leaders, asker, reading);
    const ExclusiveLock lock(mutex_);
    if (!is_current(reading)) continue;
    SeenErased erased = state_.erase(asked, reading.rows);
    return {std::move(erased), state_.submitted()};
  }
}

std::pair<std::uint64_t, std::uint64_t> SharedState::erase(std::span<const std::uint64_t> rows,
                                                           StoreAsker& asker) {
  for (;;) {
    Reading reading(*this);
    read_rows(rows, reading);
    read_for_removing(rows, asker, reading);
    const ExclusiveLock lock(mutex_);
    if (!is_current(reading)) continue;
    const std::uint64_t erased = state_.erase(rows, reading.rows);
    return {erased, state_.submitted()};
  }
}

std::vector<NamedRow> SharedState::named(std::string_view name, const StoreAsker& asker) const {
  for (;;) {
    const Reading reading(*this);
    const AskedName asked = read_name(name, asker, reading);
    const SharedLock lock(mutex_);
    if (is_current(reading)) return state_.named(asked);
  }
}

bool SharedState::shows(std::uint64_t row) const {
  const SharedLock lock(mutex_);
  return state_.shows(row);
}

std::int64_t SharedState::last_seen(std::uint64_t row) const {
  const OpenReads::Reader reader(reads_, rows_.committed());
  const std::int64_t written_ms = last_seen_in(rows_, row);
  const SharedLock lock(mutex_);
  return state_.met_lately(row).value_or(written_ms);
}

std::uint64_t SharedState::size_for_all(std::uint64_t representative) const {
  Reading reading(*this);
  if (!reading.knows_all_sizes) {
    reading.rows.sizes[representative] = StateRows::size_in(rows_, representative);
  }
  const SharedLock lock(mutex_);
  return state_.size_for_all(representative, reading.rows);
}

// Loads a thousand at a time, so that no caller waits for all of them.
void SharedState::learn_sizes(const std::function<bool()>& is_over) {
  constexpr std::size_t kLearntAtOnce = 1024;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> some;  // representatives and pages
  bool goes_on = true;
  rows_.for_each_key(kClusterSizePrefix, {}, [&](std::string_view key, std::string_view value) {
    if (!is_cluster_size_key(key)) return true;
    some.emplace_back(number_of(key.substr(kClusterSizePrefix.size())), number_of(value));
    if (some.size() < kLearntAtOnce) return true;
    goes_on = learn_some(some) && !is_over();
    some.clear();
    return goes_on;
  });
  if (!goes_on || !learn_some(some) || is_over()) return;
  const ExclusiveLock lock(mutex_);
  state_.clusters().end_learning();
}

bool SharedState::learn_some(std::span<const std::pair<std::uint64_t, std::uint64_t>> sizes) {
  const ExclusiveLock lock(mutex_);
  bool has_room = true;
  for (const auto& [representative, pages] : sizes) {
    has_room = state_.clusters().learn_size(representative, pages);
  }
  return has_room;
}

std::uint64_t SharedState::end_crawl(const std::string& name, bool is_committed) {
  const ExclusiveLock lock(mutex_);
  state_.end_crawl(name, is_committed);
  return state_.submitted();
}

std::uint64_t SharedState::tidy_crawls(StoreAsker& asker) {
  for (std::uint64_t ticket = 0;;) {
    Reading reading(*this);
    std::optional<StoreState::ToTidy> tidied;
    {
      const SharedLock lock(mutex_);
      tidied = state_.to_tidy();
    }
    if (!tidied) return ticket;
    read_rows(tidied->rows, reading);
    read_sizes(tidied->unknown_sizes, reading);
    if (tidied->judges_again) read_for_removing(tidied->rows, asker, reading);
    const ExclusiveLock lock(mutex_);
    if (!is_current(reading)) continue;
    if (!state_.tidy_some(reading.rows)) return ticket;
    ticket = state_.submitted();
  }
}

std::vector<SeenCrawl> SharedState::crawls() const {
  const SharedLock lock(mutex_);
  return state_.crawls();
}

std::string SharedState::crawl_name(std::uint32_t number) const {
  const SharedLock lock(mutex_);
  return state_.crawl_name(number);
}

std::uint64_t SharedState::count_uncrawled(std::span<const Uncrawled> counts,
                                           const std::string& retry_key, std::int64_t now_ms) {
  Reading reading(*this);
  if (!retry_key.empty()) reading.rows.answers = rows_.value(retry_key_of(retry_key));
  const ExclusiveLock lock(mutex_);
  return state_.count_uncrawled(counts, retry_key, now_ms, reading.rows);
}

UncrawledFigures SharedState::uncrawled(std::size_t most) const {
  const SharedLock lock(mutex_);
  return state_.uncrawled(most);
}

bool SharedState::has_answers(const std::string& retry_key) const {
  const OpenReads::Reader reader(reads_, rows_.committed());
  if (rows_.value(retry_key_of(retry_key))) return true;
  const SharedLock lock(mutex_);
  return state_.has_recent_answers(retry_key);
}

void SharedState::forget_answers(std::int64_t before_ms) {
  constexpr std::size_t kForgottenAtOnce = 4096;
  std::string first(kRetryPrefix);
  for (std::vector<std::string> old;; old.clear()) {
    rows_.for_each_key(kRetryPrefix, first, [&](std::string_view key, std::string_view value) {
      const std::optional<KeptAnswers> kept = decode_answers(value);
      if (!kept || kept->given_ms < before_ms) old.emplace_back(key);
      return old.size() < kForgottenAtOnce;
    });
    if (old.empty()) return;
    first = old.back() + '\0';
    const ExclusiveLock lock(mutex_);
    state_.forget_answers(std::move(old));
  }
}

std::uint64_t SharedState::set_policy(const SeenPolicy& policy) {
  const ExclusiveLock lock(mutex_);
  state_.set_policy(policy);
  return state_.submitted();
}

SeenPolicy SharedState::policy() const {
  const SharedLock lock(mutex_);
  return state_.policy();
}

std::optional<FlushingPages> SharedState::begin_flush() {
  const ExclusiveLock lock(mutex_);
  state_.require_writable();
  return state_.newest().begin_flush(state_.submitted());
}

void SharedState::finish_flush(const FlushingPages& flushing, SealedState sealed) {
  // destroyed after the lock is released, like the segments in `sealed`
  std::unique_ptr<Memtable> former;
  const ExclusiveLock lock(mutex_);
  former = state_.newest().finish_flush(flushing, sealed);
}

void SharedState::set_sealed(SealedState sealed) {
  const ExclusiveLock lock(mutex_);
  state_.newest().swap_sealed(sealed);  // the former ones are destroyed after the lock is released
}

std::size_t SharedState::active_changes() const {
  const SharedLock lock(mutex_);
  return state_.newest().active_changes();
}

std::size_t SharedState::changes_in_memory() const {
  const SharedLock lock(mutex_);
  return state_.newest().changes();
}

SeenFigures SharedState::figures() const {
  const SharedLock lock(mutex_);
  return state_.figures();
}

std::uint64_t SharedState::late_reads() const {
  const SharedLock lock(mutex_);
  return state_.late_reads();
}

}  // namespace facsim

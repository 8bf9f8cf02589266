// SPDX-License-Identifier: Apache-2.0
#pragma once
// The state of a store for many threads: who reads or changes it when?
//
// Each call reads what it needs of the disk first, without the lock: what segments and rows say of
// the pages, and of the clusters that a change takes apart. Then it takes the lock and decides from
// memory. If other segments are in place by then, it begins again. So nobody waits for a disk while
// holding the lock, and a long reading keeps no one else from being answered.
//
// Threads: every call from any thread at any time; check() calls run side by side. A StoreAsker
// belongs to one call at a time.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/base/mutex.h"
#include "facsim/seen.h"
#include "facsim/seen/open_reads.h"
#include "facsim/seen/store_asker.h"
#include "facsim/seen/store_state.h"
#include "facsim/store/row_store.h"

namespace facsim {

class SharedState {
 public:
  // `judge` and `rows` must outlive this. Reads the rows after the sealed ones.
  SharedState(const ReadyProfile& judge, const StateOptions& options, RowStore& rows,
              SealedState sealed);

  [[nodiscard]] SealedState sealed() const;

  // ---- pages ----

  [[nodiscard]] std::vector<Decided> check(std::span<AskedPage> pages, const SeenAsk& how,
                                           StoreAsker& asker) const;
  // Throws Error{io} after a failed write, and what SeenStore::check_and_add() says of `how`.
  [[nodiscard]] std::vector<Decided> add(std::span<AskedPage> pages, const SeenAsk& how,
                                         std::int64_t now_ms, StoreAsker& asker);
  // Pages with these names, and of these rows; with the ticket of the last change.
  [[nodiscard]] std::pair<SeenErased, std::uint64_t> erase(std::span<const std::string> names,
                                                           StoreAsker& asker);
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> erase(std::span<const std::uint64_t> rows,
                                                              StoreAsker& asker);
  // Rows whose id, or else whose URL, is this, and that all may see; ascending.
  [[nodiscard]] std::vector<NamedRow> named(std::string_view name, const StoreAsker& asker) const;
  // True if all may see the row, if it is there.
  [[nodiscard]] bool shows(std::uint64_t row) const;
  // When the page was met again, in milliseconds since 1970; 0: never.
  [[nodiscard]] std::int64_t last_seen(std::uint64_t row) const;
  // Pages of the cluster, without those of open crawls.
  [[nodiscard]] std::uint64_t size_for_all(std::uint64_t representative) const;

  // Reads how large clusters are, some half a microsecond each, so that no answer has to; once,
  // while others check and add. Stops when `is_over` says so. Throws Error{io, damaged}; nothing is
  // lost then.
  void learn_sizes(const std::function<bool()>& is_over);

  // ---- crawls ----

  // The ticket of the change that decides; the caller waits for it, and tidies.
  [[nodiscard]] std::uint64_t end_crawl(const std::string& name, bool is_committed);
  // Does the rest for crawls that have ended, some hundred rows at a time; the last ticket, or 0.
  std::uint64_t tidy_crawls(StoreAsker& asker);
  [[nodiscard]] std::vector<SeenCrawl> crawls() const;
  [[nodiscard]] std::string crawl_name(std::uint32_t number) const;

  // What crawlers left out; the last change that it needs, or 0.
  [[nodiscard]] std::uint64_t count_uncrawled(std::span<const Uncrawled> counts,
                                              const std::string& retry_key, std::int64_t now_ms);
  [[nodiscard]] UncrawledFigures uncrawled(std::size_t most) const;

  // ---- the rest ----

  // True if answers are stored for this key: a request that has it changes nothing.
  [[nodiscard]] bool has_answers(const std::string& retry_key) const;
  // Answers that were given before then are given no more.
  void forget_answers(std::int64_t before_ms);
  // Of answers from now on; the ticket of the change that keeps it.
  [[nodiscard]] std::uint64_t set_policy(const SeenPolicy& policy);
  [[nodiscard]] SeenPolicy policy() const;

  // The pages to be written into a segment; the same again until thaw(). Throws Error{io} after a
  // failed write.
  [[nodiscard]] std::optional<FrozenPages> freeze();
  // What was frozen is sealed.
  void thaw(const FrozenPages& frozen, SealedState sealed);
  // The same rows are sealed in other segments.
  void set_sealed(SealedState sealed);

  // New pages, and erased ones of segments: what the next segment is written for.
  [[nodiscard]] std::size_t active_changes() const;
  [[nodiscard]] std::size_t changes_in_memory() const;  // with those that are being written
  [[nodiscard]] SeenFigures figures() const;
  // How often a row was read while the lock was held, since it could not be read before.
  [[nodiscard]] std::uint64_t late_reads() const;

 private:
  // What a call reads by: changes since stay in memory as long as this lives.
  struct Reading {
    explicit Reading(const SharedState& shared);
    OpenReads::Reader reader;
    SealedState sealed;
    bool knows_all_sizes = false;
    RowsRead rows;
  };
  [[nodiscard]] bool is_current(const Reading& reading) const FACSIM_REQUIRES_SHARED(mutex_);

  // shared_state_reading.cc: what is read before a change or an answer.
  void read_sizes(std::span<const AskedPage> pages, Reading& reading) const;
  void read_for_adding(std::span<const AskedPage> pages, const SeenAsk& how, std::int64_t now_ms,
                       StoreAsker& asker, Reading& reading) const;
  // The pages that answers may name, as they are stored for the retry key.
  void read_named_by_answers(std::span<const AskedPage> pages, Reading& reading) const;
  void read_rows(std::span<const std::uint64_t> rows, Reading& reading) const;
  // The members of the clusters of these representatives, with all that judging them again needs.
  void read_clusters(std::span<const std::uint64_t> leaders, StoreAsker& asker,
                     Reading& reading) const;
  [[nodiscard]] AskedName read_name(std::string_view name, const StoreAsker& asker,
                                    const Reading& reading) const;
  [[nodiscard]] bool learn_some(std::span<const std::pair<std::uint64_t, std::uint64_t>> sizes);

  RowStore& rows_;
  mutable OpenReads reads_;
  mutable SharedMutex mutex_;
  StoreState state_ FACSIM_GUARDED_BY(mutex_);
};

}  // namespace facsim

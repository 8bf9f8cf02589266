// SPDX-License-Identifier: Apache-2.0
#pragma once
// The state of a store for many threads: it decides which call may read or change it, and when.
//
// Each call first reads what it needs from the disk, without the lock: what segments and rows
// contain about the pages, and about the clusters that a change dissolves. Then it takes the lock
// and decides from memory. If the segments were replaced by then, it starts over. So a long read
// delays no other call. A thread that holds the lock waits for the disk only in late reads, which
// are few and counted (state_rows.h).
//
// Threads: every call from any thread at any time; check() calls run in parallel. A StoreAsker
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
  // Erases the pages with these names, or of these rows; also returns the last change's ticket.
  [[nodiscard]] std::pair<SeenErased, std::uint64_t> erase(std::span<const std::string> names,
                                                           StoreAsker& asker);
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> erase(std::span<const std::uint64_t> rows,
                                                              StoreAsker& asker);
  // Returns the rows with this id, or else with this URL, that are visible outside crawls;
  // ascending.
  [[nodiscard]] std::vector<NamedRow> named(std::string_view name, const StoreAsker& asker) const;
  // True if the row, if it exists, is visible outside crawls.
  [[nodiscard]] bool shows(std::uint64_t row) const;
  // When the page was met again, in milliseconds since 1970; 0: never.
  [[nodiscard]] std::int64_t last_seen(std::uint64_t row) const;
  // The number of pages of the cluster, without those of open crawls.
  [[nodiscard]] std::uint64_t size_for_all(std::uint64_t representative) const;

  // Loads the sizes of clusters, some half a microsecond each, so that answers need not read them.
  // Called once, while other threads check and add. Stops when `is_over` returns true. Throws
  // Error{io, damaged}; nothing is lost then.
  void learn_sizes(const std::function<bool()>& is_over);

  // ---- crawls ----

  // Returns the ticket of the change that ends the crawl; the caller waits for it, and calls
  // tidy_crawls().
  [[nodiscard]] std::uint64_t end_crawl(const std::string& name, bool is_committed);
  // Cleans up after crawls that have ended, some hundred rows at a time; returns the last ticket,
  // or 0.
  std::uint64_t tidy_crawls(StoreAsker& asker);
  [[nodiscard]] std::vector<SeenCrawl> crawls() const;
  [[nodiscard]] std::string crawl_name(std::uint32_t number) const;

  // Counts what crawlers left out; returns the ticket to wait for, or 0.
  [[nodiscard]] std::uint64_t count_uncrawled(std::span<const Uncrawled> counts,
                                              const std::string& retry_key, std::int64_t now_ms);
  [[nodiscard]] UncrawledFigures uncrawled(std::size_t most) const;

  // ---- the rest ----

  // True if answers are stored for this key: a request with it changes nothing.
  [[nodiscard]] bool has_answers(const std::string& retry_key) const;
  // Forgets answers that were given before this time.
  void forget_answers(std::int64_t before_ms);
  // Applies to answers from now on; returns the ticket of the change that stores it.
  [[nodiscard]] std::uint64_t set_policy(const SeenPolicy& policy);
  [[nodiscard]] SeenPolicy policy() const;

  // Returns the pages to write into a segment, and the same again until finish_flush(). Throws
  // Error{io} after a failed write.
  [[nodiscard]] std::optional<FlushingPages> begin_flush();
  // Call when the flushing pages are sealed.
  void finish_flush(const FlushingPages& flushing, SealedState sealed);
  // Call when the same rows are sealed in other segments.
  void set_sealed(SealedState sealed);

  // The size of the next segment: new pages, and erased pages of segments.
  [[nodiscard]] std::size_t active_changes() const;
  [[nodiscard]] std::size_t changes_in_memory() const;  // includes those that are being written
  [[nodiscard]] SeenFigures figures() const;
  // How often rows or segments were read while the lock was held (state_rows.h).
  [[nodiscard]] std::uint64_t late_reads() const;

 private:
  // The state that a call reads from: while it exists, later changes stay in memory.
  struct Reading {
    explicit Reading(const SharedState& shared);
    OpenReads::Reader reader;
    SealedState sealed;
    bool knows_all_sizes = false;
    RowsRead rows;
  };
  [[nodiscard]] bool is_current(const Reading& reading) const FACSIM_REQUIRES_SHARED(mutex_);

  // shared_state_reading.cc: the reads before a change or an answer.
  void read_sizes(std::span<const std::uint64_t> representatives, Reading& reading) const;
  // The sizes that memory does not have of clusters that the pages may belong to.
  void read_sizes_for(std::span<const AskedPage> pages, Reading& reading) const;
  void read_for_adding(std::span<const AskedPage> pages, const SeenAsk& how, std::int64_t now_ms,
                       StoreAsker& asker, Reading& reading) const;
  // The pages that answers may name, as they are stored for the retry key.
  void read_named_by_answers(std::span<const AskedPage> pages, Reading& reading) const;
  void read_rows(std::span<const std::uint64_t> rows, Reading& reading) const;
  // The members of the clusters of these representatives, with everything needed to judge them
  // again.
  void read_clusters(std::span<const std::uint64_t> leaders, StoreAsker& asker,
                     Reading& reading) const;
  // The sizes and clusters that removing these rows needs; their pages were read before.
  void read_for_removing(std::span<const std::uint64_t> rows, StoreAsker& asker,
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

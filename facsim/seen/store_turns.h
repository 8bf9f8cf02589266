// SPDX-License-Identifier: Apache-2.0
#pragma once
// What takes turns in a store: the newest pages, and the decision on each page.
//
// A decision sees every page that was decided before it: the sealed ones through what store_asker.h
// has looked up, the others in the fronts. So of near-copies that come at once the first is new and
// all others are its copies. Rows are numbered and handed to the row store in the same order, so
// whatever a decision depends on is written before it.
//
// Two fronts: pages come into the active one; the frozen one is being written into a segment. A row
// that is erased while it is in neither front that may change is noted as gone.
//
// Threads: every call from any thread at any time. check() calls run side by side.

#include <cstdint>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/cluster/candidate_graph.h"
#include "facsim/model/seen_answer.h"
#include "facsim/seen/front.h"
#include "facsim/seen/store_asker.h"
#include "facsim/store/row_store.h"

namespace facsim {

// An answer whose rows have yet to be read, and the change that must be written before it is given.
struct Decided {
  SeenAnswer answer;
  std::uint64_t ticket = 0;
};

class StoreTurns {
 public:
  struct Options {
    LeaderOptions rule;
    bool keep_history = false;
    int max_distance = 3;
    Kernel kernel = best_kernel();
  };
  // `judge` and `rows` must outlive this. Reads the rows behind the sealed ones.
  StoreTurns(const ReadyProfile& judge, const Options& options, RowStore& rows, SealedState sealed);

  [[nodiscard]] SealedState sealed() const;
  // Nothing where `state` is not what is sealed now: look up again.
  [[nodiscard]] std::optional<std::vector<Decided>> check(std::span<const AskedPage> pages,
                                                          const SealedState& state) const;
  // Throws Error{io} after a failed write.
  [[nodiscard]] std::optional<std::vector<Decided>> add(std::span<const AskedPage> pages,
                                                        const SealedState& state,
                                                        std::int64_t now_ms);
  // Of pages with these names; `ticket` as in Decided.
  [[nodiscard]] std::pair<SeenErased, std::uint64_t> erase(std::span<const std::string> names);
  // Rows whose id, or else whose URL, is this; ascending.
  [[nodiscard]] std::vector<NamedRow> named(std::string_view name) const;

  // The active front, to be written; empty where there is nothing to write.
  struct Frozen {
    const Front* front = nullptr;
    std::uint64_t rows_to = 0;
    std::uint64_t ticket = 0;             // of its last change
    std::vector<std::uint64_t> gone;      // sealed before and erased since, ascending
    std::vector<std::uint64_t> erasures;  // rows that say so
  };
  // The same again, until thaw(). Throws Error{io} after a failed write.
  [[nodiscard]] std::optional<Frozen> freeze();
  // What was frozen is sealed.
  void thaw(const Frozen& frozen, SealedState sealed);

  [[nodiscard]] std::size_t active_pages() const;
  [[nodiscard]] SeenFigures figures() const;

 private:
  struct Candidate;
  struct Count {
    std::uint64_t pages = 1;
    std::uint64_t ticket = 0;
  };
  // Rows of a change on their way.
  struct Draft {
    RowChange change;
    Erasure erasure;
  };

  void replay(std::uint64_t first);
  void require_writable() const;
  // Behind a change that was not submitted, though fronts know of it.
  void break_off(const std::exception& failed);
  [[nodiscard]] bool is_gone(std::uint64_t row) const { return gone_.count(row) != 0; }
  [[nodiscard]] bool is_lost(const Front::Entry& entry) const;

  [[nodiscard]] Decided decide(const AskedPage& asked, bool look_at_names = true) const;
  [[nodiscard]] std::vector<Candidate> named_candidates(const AskedPage& asked) const;
  [[nodiscard]] std::vector<Candidate> near_candidates(const AskedPage& asked,
                                                       std::span<const Candidate> named,
                                                       bool& truncated) const;
  [[nodiscard]] bool choose(const AskedPage& asked, std::span<Candidate> candidates,
                            bool only_joining, Decided& decided) const;
  void named_in_fronts(std::string_view id, std::string_view url,
                       std::vector<const Front::Entry*>& found) const;

  [[nodiscard]] std::uint64_t next_ticket() const { return rows_.submitted() + 1; }
  [[nodiscard]] Decided add(const AskedPage& asked, std::int64_t now_ms, Draft& draft);
  void insert(StoredPage page, Decided& decided, Draft& draft);
  void remove(std::uint64_t row, const StoredPage& page, Draft& draft);
  void judge_members_again(std::uint64_t representative, Draft& draft);
  void take_out(std::uint64_t row, Draft& draft);
  void submit(Draft& draft);
  [[nodiscard]] std::uint64_t cluster_size(std::uint64_t representative) const;
  void set_cluster_size(std::uint64_t representative, std::uint64_t pages, Draft& draft);
  [[nodiscard]] std::vector<NamedRow> named_here(std::string_view name) const;
  [[nodiscard]] std::vector<NamedRow> named_by(std::string_view name, bool is_url) const;
  [[nodiscard]] std::optional<StoredPage> page_of(std::uint64_t row) const;

  const ReadyProfile& judge_;
  const Options options_;
  RowStore& rows_;

  mutable std::shared_mutex mutex_;  // of all below
  SealedState sealed_;
  std::unique_ptr<Front> active_;
  std::unique_ptr<Front> frozen_;
  std::optional<Frozen> freezing_;
  std::unordered_set<std::uint64_t> gone_;
  std::vector<std::uint64_t> erasures_;  // rows of them behind the sealed ones
  std::uint64_t next_row_ = 1;
  std::unordered_map<std::uint64_t, Count> counts_;  // of clusters that changed lately
  std::unique_ptr<StoreAsker> asker_;                // for pages that are judged again
  std::optional<Error> broken_;                      // nothing is added any more
};

}  // namespace facsim

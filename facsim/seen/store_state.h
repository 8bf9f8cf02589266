// SPDX-License-Identifier: Apache-2.0
#pragma once
// The state of a store: what it decides about each page, and what that changes.
//
// A decision sees every page that was decided before it: the sealed ones through earlier look-ups
// (asked_page.h), the others in memory (newest_pages.h). So of near-copies that come at once the
// first is new and all others are its copies. Rows are numbered and submitted to the row store in
// the same order, so everything that a decision depends on is written before it.
//
// A queried page has the number of its crawl (StoredPage::crawl), which determines the pages that
// it may see (crawl_book.h).
//
// It waits for the disk only in late reads: of rows and segments that a caller could not know
// before that they would be needed. They are counted (state_rows.h). One thread at a time may
// change it; const calls are safe from any thread while no thread changes it: shared_state.h has
// the lock.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/cluster/candidate_graph.h"
#include "facsim/model/seen_answer.h"
#include "facsim/model/uncrawled.h"
#include "facsim/seen.h"
#include "facsim/seen/asked_page.h"
#include "facsim/seen/crawl_book.h"
#include "facsim/seen/given_answers.h"
#include "facsim/seen/met_times.h"
#include "facsim/seen/newest_pages.h"
#include "facsim/seen/open_reads.h"
#include "facsim/seen/page_choice.h"
#include "facsim/seen/rows_read.h"
#include "facsim/seen/sealed_search.h"
#include "facsim/seen/state_change.h"
#include "facsim/seen/state_rows.h"
#include "facsim/seen/store_clusters.h"
#include "facsim/seen/uncrawled_book.h"
#include "facsim/store/row_store.h"

namespace facsim {

// An answer, and the change that must be written before it is given.
struct Decided {
  SeenAnswer answer;
  std::uint64_t ticket = 0;
  bool is_complete = false;  // if false, rows that it names have yet to be read
  bool has_page = false;     // its page needs no reading
};

// The options by which a store judges and saves pages.
struct StateOptions {
  LeaderOptions rule;
  bool keep_history = false;
  SeenPolicy policy = {};
  int max_distance = 3;
  std::uint64_t sizes_bytes_max = 0;  // for sizes of clusters (known_sizes.h)
};

class StoreState {
 public:
  // `judge`, `rows` and `reads` must outlive this. Reads the rows after the sealed ones.
  StoreState(const ReadyProfile& judge, const StateOptions& options, RowStore& rows,
             OpenReads& reads, SealedState sealed);

  [[nodiscard]] const NewestPages& newest() const noexcept { return newest_; }
  [[nodiscard]] NewestPages& newest() noexcept { return newest_; }
  [[nodiscard]] const StoreClusters& clusters() const noexcept { return clusters_; }
  [[nodiscard]] StoreClusters& clusters() noexcept { return clusters_; }
  [[nodiscard]] std::uint64_t submitted() const noexcept { return rows_.submitted(); }
  // How often rows or segments were read while the lock was held (state_rows.h).
  [[nodiscard]] std::uint64_t late_reads() const noexcept { return rows_.late_reads(); }

  // ---- pages; answers are in the order of the pages ----

  [[nodiscard]] std::vector<Decided> check(std::span<AskedPage> pages, const SeenAsk& how,
                                           const RowsRead& read) const;
  // Throws Error{io} after a failed write, and what SeenStore::check_and_add() says of `how`.
  [[nodiscard]] std::vector<Decided> add(std::span<AskedPage> pages, const SeenAsk& how,
                                         std::int64_t now_ms, RowsRead& read);
  [[nodiscard]] SeenErased erase(std::span<AskedName> names, RowsRead& read);
  // Returns how many of the rows existed.
  [[nodiscard]] std::uint64_t erase(std::span<const std::uint64_t> rows, RowsRead& read);
  // Returns the rows that have the name and are visible outside crawls, ascending.
  [[nodiscard]] std::vector<NamedRow> named(const AskedName& name) const {
    return named_here(name, {});
  }
  [[nodiscard]] bool shows(std::uint64_t row) const { return !is_hidden(row, {}); }
  // When the page was last met again, in milliseconds since 1970, if that is still in memory.
  [[nodiscard]] std::optional<std::int64_t> met_lately(std::uint64_t row) const {
    return met_.recent(row);
  }
  // The number of pages of the cluster, without those of open crawls.
  [[nodiscard]] std::uint64_t size_for_all(std::uint64_t representative,
                                           const RowsRead& read) const {
    return cluster_size(representative, 0, read);
  }

  // ---- what to read before a change (shared_state.h) ----

  // Returns the representatives that a change of these pages, names or rows may remove, so that
  // their clusters are judged again.
  [[nodiscard]] std::vector<std::uint64_t> leaders_among(std::span<const AskedPage> pages) const;
  [[nodiscard]] std::vector<std::uint64_t> leaders_among(std::span<const AskedName> names) const;
  [[nodiscard]] std::vector<std::uint64_t> leaders_among(std::span<const std::uint64_t> rows) const;
  // Returns the clusters whose sizes memory does not have, and which may be needed to answer or
  // change these pages, or to remove these names or rows. `read` has the rows' pages.
  [[nodiscard]] std::vector<std::uint64_t> unknown_sizes(std::span<const AskedPage> pages) const;
  [[nodiscard]] std::vector<std::uint64_t> unknown_sizes(std::span<const AskedName> names) const;
  [[nodiscard]] std::vector<std::uint64_t> unknown_sizes(std::span<const std::uint64_t> rows,
                                                         const RowsRead& read) const;
  // Returns the page if it is not yet in a segment, else null.
  [[nodiscard]] const StoredPage* page_in_memory(std::uint64_t row) const;
  // True if answers for the retry key are in memory and perhaps not written yet.
  [[nodiscard]] bool has_recent_answers(const std::string& retry_key) const {
    return given_.has_recent(retry_key);
  }

  // ---- crawls (store_state_crawls.cc) ----

  // Ends the crawl for all callers; tidy_some() does the cleanup.
  void end_crawl(const std::string& name, bool is_committed);
  // The rows that the next tidy_some() removes from the store; nothing if no crawl has ended.
  struct ToTidy {
    std::vector<std::uint64_t> rows;
    std::vector<std::uint64_t> unknown_sizes;  // of clusters that the crawl's pages now count in
    bool judges_again = false;                 // the members of the rows' clusters
  };
  [[nodiscard]] std::optional<ToTidy> to_tidy() const;
  // Cleans up some hundred rows of a crawl that has ended. Returns false if there was none.
  bool tidy_some(RowsRead& read);
  [[nodiscard]] std::vector<SeenCrawl> crawls() const;
  [[nodiscard]] std::string crawl_name(std::uint32_t number) const;

  // ---- what crawlers left out (store_state_uncrawled.cc) ----

  // Returns the last change that the caller must wait for; 0: it is written.
  [[nodiscard]] std::uint64_t count_uncrawled(std::span<const Uncrawled> counts,
                                              const std::string& retry_key, std::int64_t now_ms,
                                              RowsRead& read);
  [[nodiscard]] UncrawledFigures uncrawled(std::size_t most) const {
    return uncrawled_.figures(most);
  }

  // ---- the rest ----

  // Forgets the answers stored under these keys of the rows.
  void forget_answers(std::vector<std::string> keys);
  // Applies to answers from now on.
  void set_policy(const SeenPolicy& policy);
  [[nodiscard]] const SeenPolicy& policy() const noexcept { return policy_; }
  // Throws the reason if the store cannot be changed.
  void require_writable() const;
  [[nodiscard]] SeenFigures figures() const;

 private:
  // The viewpoint of a look-up: it determines which rows are visible.
  struct View {
    std::uint32_t crawl = 0;
    bool sees_all = false;
  };

  void replay(const RowStore& rows);
  // Call when a change failed after memory was updated; the store refuses later changes.
  void break_off(const std::exception& failed);
  template <class Change>
  auto unless_it_fails(const Change& change) {
    try {
      return change();
    } catch (const std::exception& failed) {
      break_off(failed);
      throw;
    }
  }
  [[nodiscard]] bool is_hidden(std::uint64_t row, View view) const {
    return newest_.is_gone(row) || (!view.sees_all && book_.hides(row, view.crawl));
  }
  // After a failed write there may be pages in memory that were never stored.
  [[nodiscard]] bool is_lost(const Memtable::Entry& entry) const;

  // store_state_judge.cc: what a page is answered. `named`: the pages that it may replace, or
  // nothing if these must not count.
  [[nodiscard]] Decided decide(const AskedPage& asked, std::span<KnownCandidate> named,
                               const RowsRead& read) const;
  [[nodiscard]] std::vector<KnownCandidate> named_candidates(const AskedPage& asked) const;
  [[nodiscard]] std::vector<KnownCandidate> near_candidates(const AskedPage& asked,
                                                            std::span<const KnownCandidate> named,
                                                            bool& truncated) const;
  // True if a candidate was chosen and put into the answer.
  [[nodiscard]] bool choose(const AskedPage& asked, std::span<KnownCandidate> candidates,
                            bool only_joining, const RowsRead& read, Decided& decided) const;
  // Fills in what memory has of the chosen page, so that it need not be read again.
  void describe(const KnownCandidate& chosen, Decided& decided) const;

  // store_state.cc: what that changes.
  // Moves the page out of `asked` if it is added.
  [[nodiscard]] Decided add(AskedPage& asked, std::int64_t now_ms, StateChange& change);
  void replace(std::span<const KnownCandidate> old, std::uint32_t crawl, StateChange& change);
  void insert(StoredPage page, const MemtableKeys& keys, Decided& decided, StateChange& change);
  void remove(std::uint64_t row, const StoredPage& page, StateChange& change);
  void remove_named(AskedName& name, SeenErased& erased, StateChange& change);
  // Judges the members of a cluster again without its representative: all, or those of one crawl.
  void judge_members_again(std::uint64_t representative, std::optional<std::uint32_t> crawl,
                           StateChange& change);
  // After a page got a new number, moves its marks: crawls that replaced it, and when it was met.
  void move_marks(std::uint64_t from, std::uint64_t to, StateChange& change);
  void take_out(std::uint64_t row, StateChange& change);
  void submit(StateChange& change);

  // store_state_crawls.cc: pages of a crawl are counted apart until it is committed.
  [[nodiscard]] std::uint64_t cluster_size(std::uint64_t representative, std::uint32_t crawl,
                                           const RowsRead& read) const {
    return clusters_.size(representative, read) + book_.joined(representative, crawl);
  }
  // Counts one page of that crawl more or less.
  void count_member(std::uint64_t representative, std::uint32_t crawl, bool is_more,
                    StateChange& change);
  void set_joined(Crawl& crawl, std::uint64_t representative, std::uint64_t pages,
                  StateChange& change);
  // False only if removing the row would leave no page of its cluster to judge again.
  [[nodiscard]] bool may_lead(std::uint64_t row) const {
    return clusters_.known_size(row).value_or(2) > 1 || book_.has_joined(row);
  }

  // Appends the cluster if its size is not in memory.
  void add_if_unknown(std::uint64_t representative, std::vector<std::uint64_t>& unknown) const {
    if (!clusters_.known_size(representative)) unknown.push_back(representative);
  }

  // store_state_names.cc: finds pages by name or row. drop_hidden() removes what the view may not
  // see from what the memtables found.
  void drop_hidden(View view, std::vector<const Memtable::Entry*>& found) const;
  [[nodiscard]] std::vector<NamedRow> named_by(const AskedName& name, bool is_url, View view) const;
  [[nodiscard]] std::vector<NamedRow> named_here(const AskedName& name, View view) const;
  // Returns the page of a row if it still exists.
  [[nodiscard]] std::optional<StoredPage> page_of(std::uint64_t row, const RowsRead& read) const;
  // The same; `page` is what was read or found in memory before.
  [[nodiscard]] std::optional<StoredPage> page_of(std::uint64_t row, const StoredPage& page) const;

  // store_state_answers.cc: answers to repeated requests.
  [[nodiscard]] std::optional<std::vector<Decided>> given_answers(const std::string& retry_key,
                                                                  std::uint64_t question,
                                                                  const RowsRead& read) const;
  // Fills in everything that the rows contain about the pages the answer names.
  void complete_now(Decided& decided, const RowsRead& read) const;
  void keep_answers(const std::string& retry_key, std::uint64_t question, std::int64_t now_ms,
                    std::vector<Decided>& decided, StateChange& change);

  // store_state_crawls.cc
  void load_crawls(const RowStore& rows);
  [[nodiscard]] std::uint32_t crawl_for(const std::string& name, std::int64_t now_ms,
                                        StateChange& change);
  [[nodiscard]] const Crawl* crawl_to_tidy() const;
  void tidy_committed(Crawl& crawl, StateChange& change);
  void tidy_cancelled(Crawl& crawl, StateChange& change);

  const ReadyProfile& judge_;
  const StateOptions options_;
  StateRows rows_;

  SeenPolicy policy_;
  NewestPages newest_;
  std::uint64_t replaced_ = 0;
  StoreClusters clusters_;
  MetTimes met_;
  GivenAnswers given_;
  CrawlBook book_;
  UncrawledBook uncrawled_;
  std::uint64_t crawl_ticket_ = 0;  // of the change that ended the last crawl
  SealedSearch search_;             // for pages that are judged again
  std::optional<Error> broken_;     // set: the store accepts no more changes
};

}  // namespace facsim

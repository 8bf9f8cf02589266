// SPDX-License-Identifier: Apache-2.0
#pragma once
// What takes turns in a store: the newest pages, and the decision on each page.
//
// A decision sees every page that was decided before it: the sealed ones through what store_asker.h
// has looked up, the others in the fronts. So of near-copies that come at once the first is new and
// all others are its copies. Rows are numbered and handed to the row store in the same order, so
// whatever a decision depends on is written before it.
//
// A page is asked for with the number of its crawl (StoredPage::crawl), which says what it may see.
//
// Two fronts: pages come into the active one; the frozen one is being written into a segment. A row
// that is erased while it is in neither front that may change is noted as gone.
//
// Threads: every call from any thread at any time. check() calls run side by side.

#include <cstdint>
#include <functional>
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
#include "facsim/model/uncrawled.h"
#include "facsim/seen.h"
#include "facsim/seen/crawl_book.h"
#include "facsim/seen/front.h"
#include "facsim/seen/known_sizes.h"
#include "facsim/seen/store_asker.h"
#include "facsim/seen/uncrawled_book.h"
#include "facsim/store/row_store.h"

namespace facsim {

// An answer, and the change that must be written before it is given.
struct Decided {
  SeenAnswer answer;
  std::uint64_t ticket = 0;
  bool is_complete = false;  // else rows that it names have yet to be read
  bool has_page = false;     // but not that of its page
};

class StoreTurns {
 public:
  struct Options {
    LeaderOptions rule;
    bool keep_history = false;
    SeenPolicy policy = {};
    int max_distance = 3;
    Kernel kernel = best_kernel();
    std::uint64_t sizes_bytes_max = 0;  // for sizes of clusters (known_sizes.h)
  };
  // `judge` and `rows` must outlive this. Reads the rows behind the sealed ones.
  StoreTurns(const ReadyProfile& judge, const Options& options, RowStore& rows, SealedState sealed);

  [[nodiscard]] SealedState sealed() const;
  // Nothing where `state` is not what is sealed now: look up again.
  [[nodiscard]] std::optional<std::vector<Decided>> check(std::span<AskedPage> pages,
                                                          const SealedState& state,
                                                          const SeenAsk& how) const;
  // Throws Error{io} after a failed write, and what SeenStore::check_and_add() says of `how`.
  [[nodiscard]] std::optional<std::vector<Decided>> add(std::span<AskedPage> pages,
                                                        const SealedState& state,
                                                        const SeenAsk& how, std::int64_t now_ms);
  // Of pages with these names, and of these rows; `ticket` as in Decided.
  [[nodiscard]] std::pair<SeenErased, std::uint64_t> erase(std::span<const std::string> names);
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> erase(std::span<const std::uint64_t> rows);
  // Rows whose id, or else whose URL, is this, and that all may see; ascending.
  [[nodiscard]] std::vector<NamedRow> named(std::string_view name) const;
  // Whether all may see the row, if it is there.
  [[nodiscard]] bool shows(std::uint64_t row) const;
  // When the page was met again, as noted, in milliseconds since 1970; 0: it was not.
  [[nodiscard]] std::int64_t last_seen(std::uint64_t row) const;
  // Pages of the cluster, without those of open crawls.
  [[nodiscard]] std::uint64_t size_for_all(std::uint64_t representative) const;

  // Reads how large clusters are, some half a microsecond each, so that nobody needs to later;
  // once, while others ask and add. Ends where `is_over`. Throws Error{io, damaged}: then it is as
  // before.
  void learn_sizes(const std::function<bool()>& is_over);

  // ---- crawls (store_turns_crawls.cc) ----

  // The ticket of the change that decides; the caller waits for it, and tidies.
  [[nodiscard]] std::uint64_t end_crawl(const std::string& name, bool is_committed);
  // Does the rest for crawls that have ended, some hundred rows at a turn; the last ticket.
  std::uint64_t tidy_crawls();
  [[nodiscard]] std::vector<SeenCrawl> crawls() const;
  [[nodiscard]] std::string crawl_name(std::uint32_t number) const;

  // What crawlers left out (store_turns_uncrawled.cc); the ticket of the last change that it needs.
  [[nodiscard]] std::uint64_t count_uncrawled(std::span<const Uncrawled> counts,
                                              const std::string& retry_key, std::int64_t now_ms);
  [[nodiscard]] UncrawledFigures uncrawled(std::size_t most) const;

  // True if answers are stored for this key: a request that has it changes nothing.
  [[nodiscard]] bool has_answers(const std::string& retry_key) const;
  // Answers that were given before then are given no more.
  void forget_answers(std::int64_t before_ms);

  // Of answers from now on; the ticket of the change that keeps it.
  [[nodiscard]] std::uint64_t set_policy(const SeenPolicy& policy);
  [[nodiscard]] SeenPolicy policy() const;

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
  // The same rows are sealed in other segments.
  void set_sealed(SealedState sealed);

  // New pages, and erased ones of segments: what the next segment is written for.
  [[nodiscard]] std::size_t active_changes() const;
  [[nodiscard]] std::size_t changes_in_memory() const;  // with those that are being written
  [[nodiscard]] SeenFigures figures() const;

 private:
  struct Candidate;
  struct Count {
    std::uint64_t pages = 1;
    std::uint64_t ticket = 0;
  };
  // A change on its way: there whole or not at all.
  struct Draft {
    RowChange change;
    Erasure erasure;
  };

  // Of whom something is looked up.
  struct View {
    std::uint32_t crawl = 0;
    bool sees_all = false;
  };

  void replay(std::uint64_t first);
  void require_writable() const;
  // Until all that was submitted is written, as members_of() needs it. Throws NotSettled where the
  // disk is full: call it before the first step of a change that cannot be taken back.
  void settle_rows() const;
  struct NotSettled;
  // Behind a change that was not submitted, though fronts know of it.
  void break_off(const std::exception& failed);
  // Throws what kept the change that is about to begin from beginning.
  void begin_change() const;
  [[nodiscard]] bool is_gone(std::uint64_t row) const { return gone_.count(row) != 0; }
  [[nodiscard]] bool is_hidden(std::uint64_t row, View view) const {
    return is_gone(row) || (!view.sees_all && book_.hides(row, view.crawl));
  }
  [[nodiscard]] bool is_lost(const Front::Entry& entry) const;

  // store_turns_judge.cc: what a page is told.
  // `named`: what it may replace, or nothing where that must not count.
  [[nodiscard]] Decided decide(const AskedPage& asked, std::span<Candidate> named) const;
  // Calls each(page) in order, with what the fronts have of it in the cache by then.
  template <class Each>
  void for_each_fetched(std::span<AskedPage> pages, const Each& each) const;
  [[nodiscard]] std::vector<Candidate> named_candidates(const AskedPage& asked) const;
  [[nodiscard]] std::vector<Candidate> near_candidates(const AskedPage& asked,
                                                       std::span<const Candidate> named,
                                                       bool& truncated) const;
  [[nodiscard]] bool choose(const AskedPage& asked, std::span<Candidate> candidates,
                            bool only_joining, Decided& decided) const;
  // What is in memory need not be read again.
  void tell(const Candidate& chosen, Decided& decided) const;
  void explain(const AskedPage& asked, std::span<const Candidate> candidates,
               SeenAnswer& answer) const;
  [[nodiscard]] std::string refusal(const SeenCandidate& candidate, const SeenAnswer& answer) const;

  // store_turns.cc: what that changes.
  [[nodiscard]] std::uint64_t next_ticket() const { return rows_.submitted() + 1; }
  // Takes the page out of what was asked, if it is added.
  [[nodiscard]] Decided add(AskedPage& asked, std::int64_t now_ms, Draft& draft);
  // At most once a day, so that who crawls again writes little.
  void note_met(std::uint64_t row, std::int64_t first_seen_ms, std::int64_t now_ms, Draft& draft);
  void note(std::uint64_t row, std::int64_t met_ms, Draft& draft);
  [[nodiscard]] std::int64_t noted(std::uint64_t row) const;
  // Others of its cluster are judged again when it is taken out.
  [[nodiscard]] bool leads_others(std::uint64_t row, std::uint32_t crawl);
  void replace(std::span<const std::uint64_t> rows, std::uint32_t crawl, Draft& draft);
  void insert(StoredPage page, const FrontKeys& keys, Decided& decided, Draft& draft);
  void remove(std::uint64_t row, const StoredPage& page, Draft& draft);
  // All, or those of one crawl.
  void judge_members_again(std::uint64_t representative, std::optional<std::uint32_t> crawl,
                           Draft& draft);
  // Crawls that replaced a page replace it under its new number too, and it was met as the old one.
  void move_marks(std::uint64_t from, std::uint64_t to, Draft& draft);
  void take_out(std::uint64_t row, Draft& draft);
  void submit(Draft& draft);
  void submit_or_break_off(Draft& draft);
  [[nodiscard]] std::optional<std::vector<Decided>> given_answers(const std::string& retry_key,
                                                                  std::uint64_t question) const;
  void keep_answers(const std::string& retry_key, std::uint64_t question, std::int64_t now_ms,
                    std::vector<Decided>& decided, Draft& draft);

  // store_turns_rows.cc: what is where.
  // Of what fronts found by names: each once, by row, without what may not be seen.
  void settle_named(View view, std::vector<const Front::Entry*>& found) const;
  [[nodiscard]] std::vector<std::uint64_t> members_of(std::uint64_t representative,
                                                      const Draft& draft) const;
  // Pages in its own count; those of open crawls come on top (crawl_book.h).
  [[nodiscard]] std::uint64_t own_size(std::uint64_t representative) const;
  [[nodiscard]] std::uint64_t cluster_size(std::uint64_t representative,
                                           std::uint32_t crawl) const {
    return own_size(representative) + book_.joined(representative, crawl);
  }
  void set_own_size(std::uint64_t representative, std::uint64_t pages, Draft& draft);
  // One page of that crawl more or less.
  void count_member(std::uint64_t representative, std::uint32_t crawl, bool is_more, Draft& draft);
  void set_joined(Crawl& crawl, std::uint64_t representative, std::uint64_t pages, Draft& draft);
  [[nodiscard]] std::vector<NamedRow> named_here(std::string_view name, View view) const;
  [[nodiscard]] std::vector<NamedRow> named_by(std::string_view name, bool is_url, View view) const;
  [[nodiscard]] std::optional<StoredPage> page_of(std::uint64_t row) const;

  void load_crawls();
  [[nodiscard]] std::uint32_t crawl_for(const std::string& name, std::int64_t now_ms, Draft& draft);
  bool tidy_some(std::uint64_t& ticket);
  void tidy_committed(Crawl& crawl, Draft& draft);
  void tidy_cancelled(Crawl& crawl, Draft& draft);

  const ReadyProfile& judge_;
  const Options options_;
  RowStore& rows_;

  mutable std::shared_mutex mutex_;  // of all below
  SeenPolicy policy_;
  SealedState sealed_;
  std::unique_ptr<Front> active_;
  std::unique_ptr<Front> frozen_;
  std::optional<Frozen> freezing_;
  std::unordered_set<std::uint64_t> gone_;
  std::vector<std::uint64_t> erasures_;  // rows of them behind the sealed ones
  std::uint64_t next_row_ = 1;
  std::uint64_t replaced_ = 0;
  KnownSizes sizes_;
  std::unordered_map<std::uint64_t, Count> counts_;        // of clusters that changed lately
  std::unordered_map<std::uint64_t, std::int64_t> noted_;  // rows met lately, and when
  CrawlBook book_;
  UncrawledBook uncrawled_;
  std::uint64_t crawl_ticket_ = 0;  // of the last crawl that ended
  // Answers that may not be on the disk yet, by retry key, with their tickets.
  std::unordered_map<std::string, std::pair<std::string, std::uint64_t>> given_;
  std::unique_ptr<StoreAsker> asker_;  // for pages that are judged again
  std::optional<Error> broken_;        // nothing is added any more
};

}  // namespace facsim

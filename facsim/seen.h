// SPDX-License-Identifier: Apache-2.0
#pragma once
// A store of pages that crawlers query and fill: was this page seen before, and which page does it
// repeat?
//
//   SeenStore store = SeenStore::open("crawl.store");
//   const SeenAnswer answer = store.check_and_add(page);
//   if (answer.seen == SeenVerdict::yes) ... answer.page->url, answer.match->kind, answer.action
//
// Pages that repeat another one become members of its cluster. Later pages are compared only with
// the first, the representative, so that clusters do not chain (the leader rule, as in dedup()).
// The answers on a sequence of pages are thus those of `facsim dedup --against` without old texts.
//
// Promise: check_and_add() is atomic. Of any number of callers that offer near-copies concurrently,
// exactly one gets `no`. When a call returns, its answer is on the disk (with Durability::sync),
// with everything that the answer depends on; both survive a crash or a power cut. STORE/rows is
// the only source of truth; STORE/pages.idx is derived and is rebuilt if missing or damaged.
//
// Identity: a page that is checked again under its id or its URL with the same or nearly the same
// text is `yes` and is not added again. If its text is different, it replaces what was stored under
// that id or URL (unless options.keep_history), and the old text no longer matches.
//
// Crawls: pages added with the name of a crawl are visible only to that crawl until it is
// committed; then they become visible to everybody at once. Until then, others still see what the
// crawl replaced. A cancelled crawl leaves no trace, except the times at which it encountered
// existing pages (last_seen_ms). Concurrent crawls do not see each other: a page that both add is
// stored by both, and later copies join the older one.
//
// Threads: every call may be made from any thread at any time. Pages are analysed and looked up
// concurrently; only the lookup in the newest pages and the decision are serialized, some
// microseconds a page.
//
// Cost: some 800 bytes of memory for each of the newest pages (up to 4 * options.front_pages), 8
// for each page of an open crawl, up to 22 for each cluster with copies (at most a 32nd of
// limits.memory_bytes; beyond that the rows are read), the block cache of the rows, and the
// system's cache of the mapped segments. A change waits for the disk, together with all changes
// that arrive meanwhile.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/model/durability.h"
#include "facsim/model/match.h"
#include "facsim/model/page.h"
#include "facsim/model/seen_answer.h"
#include "facsim/model/seen_copies.h"
#include "facsim/model/uncrawled.h"
#include "facsim/ready_profile.h"
#include "facsim/run_options.h"

namespace facsim {

struct SeenStoreOptions {
  // What changes answers. Saved with the store: std::nullopt means the store's value, and in a new
  // store the default. A value other than the store's is refused, except the policy, which the
  // store adopts.
  std::optional<ReadyProfile> judge = {};  // default: "balanced"
  std::optional<int> max_distance = {};    // of candidates, 0..12; default: the profile's
  // A match of these kinds is `yes`. A match of another kind is reported, but the page is new.
  // Default: exact and content.
  std::optional<Kinds> seen_kinds = {};
  // True if two pages of one site are different pages when their names tell them apart; default: as
  // `judge` says.
  std::optional<bool> names = {};
  std::optional<bool> keep_history = {};  // default: false
  std::optional<SeenPolicy> policy = {};

  // The options below do not change which pages are seen.
  Durability durability = Durability::sync;
  RunLimits limits = {};
  bool verify = true;  // true: open() reads every byte of the index; false: it trusts the disk
  std::string jieba_tables = {};  // as for ready_profile(), if the store's recipe needs them
  bool must_exist = false;        // open() does not create a store
  bool new_index = false;         // rebuilds the index even if it is intact
  // Opens the store for queries even if the disk is full; changes then throw.
  bool read_when_full = false;
  // If the disk becomes full, changes are refused only until there is space again (figures() sets
  // is_retried). Otherwise nothing can be changed until the store is opened again.
  bool waits_for_space = false;
  // A memtable of this many new pages becomes a segment.
  std::uint64_t front_pages = 65'536;
  // When a period of this length had no new pages, or fewer than a hundredth of front_pages,
  // segments are merged until one or two are left, which makes queries cheaper. Additions do not
  // wait for it. 0: never.
  std::chrono::milliseconds merge_at_rest_after{10'000};
  // Returns milliseconds since 1970; called from several threads, possibly at once. Empty: the
  // system's clock.
  std::function<std::int64_t()> clock = {};
  // Called with sentences for a log: the index had to be rebuilt, a segment could not be written.
  std::function<void(const Sentence& sentence)> warn = {};
};

// Longer crawl names and retry keys are rejected with Error{invalid_argument}, and nothing is
// added.
inline constexpr std::size_t kCrawlNameBytesMax = 255;
inline constexpr std::size_t kRetryKeyBytesMax = 255;

// Options of a query.
struct SeenAsk {
  // The crawl that added pages belong to; its pages are visible in addition to the committed ones.
  // Adding the first page begins the crawl. Empty: no crawl.
  std::string crawl = {};
  // A repeated request with the same key, after a lost answer, gets the first answer again, for at
  // least a day, also after a crash. Only for requests that add pages. Empty: no key.
  std::string retry_key = {};
  bool explain = false;  // fills SeenAnswer::candidates
};

// Thrown if a retry key was used with other pages.
class RetryKeyTaken : public Error {
 public:
  explicit RetryKeyTaken(std::string_view what) : Error(ErrorCode::invalid_argument, what) {}
};

// The settings of a store, which decide how it judges.
struct SeenSettings {
  std::string profile;
  std::string recipe;
  std::string recipe_id;  // 16 hexadecimal digits
  int max_distance = 0;
  Kinds seen_kinds = {};
  bool names = true;
  bool keep_history = false;
  SeenPolicy policy = {};
};

struct SeenErasing {
  bool dry_run = false;  // only counts
  // Called after each step with the number of pages that it deleted.
  std::function<void(std::uint64_t pages)> deleted = {};
  // If set, each step reads or deletes only a few pages, so that others hardly wait for it, and
  // then calls this with the duration of the step. It may sleep, and may throw.
  std::function<void(std::chrono::nanoseconds took)> rest = {};
  // Called once every few thousand rows with the number of rows read; may throw.
  std::function<void(std::uint64_t rows)> check = {};
};

// Selects the pages that meet all conditions that are set.
struct SeenFilter {
  std::string host = {};                       // of their URL, in upper or lower case
  std::string crawl = {};                      // that they were added with
  std::optional<std::int64_t> before_ms = {};  // first seen before this time
  bool by_last_seen = false;                   // before_ms refers to when they were last seen
};

class SeenStore {
 public:
  // Opens the store in this folder, or creates one. Pages newer than the segments are loaded into
  // memory: some 5 us each. Throws Error{not_found} if there is no store and options.must_exist;
  // {invalid_argument} for an empty name, the RocksDB database of another program, and options that
  // differ from the store's; {already_exists} for a file, and for a folder that has other files;
  // {busy} if another program has the store open; {damaged}, also if only the index is left of it;
  // {io, no_space, unsupported}.
  [[nodiscard]] static SeenStore open(const std::string& folder, SeenStoreOptions options = {});

  ~SeenStore();  // acknowledged changes are on the disk; open() loads the pages in memory again
  SeenStore(SeenStore&& other) noexcept;
  SeenStore& operator=(SeenStore&& other) noexcept;

  // Queries, without a change. Throws Error{damaged, io}, {unsupported} if this program cannot read
  // pages by the recipe.
  [[nodiscard]] SeenAnswer check(const Page& page, const SeenAsk& how = {}) const;
  [[nodiscard]] std::vector<SeenAnswer> check(std::span<const Page> pages,
                                              const SeenAsk& how = {}) const;
  // Queries, and adds what is new or a copy; a page without a text is not added. Each of several
  // pages sees those before it, and all wait for the disk together. Throws as check() does,
  // {invalid_argument} for a retry key of other pages and if too many crawls are open (1,000), and
  // {no_space}. Then some pages may have been added, and no more can be added until the store is
  // opened again.
  SeenAnswer check_and_add(const Page& page, const SeenAsk& how = {});
  std::vector<SeenAnswer> check_and_add(std::span<const Page> pages, const SeenAsk& how = {});

  // Returns all that a store needs to know of a page, in some 250 bytes, for callers that analyse
  // pages away from the store. Stores with the same recipe give the same bytes.
  [[nodiscard]] std::string facts(const Page& page) const;
  // The same as check() and check_and_add(), from facts. Throws Error{invalid_argument} too, for
  // bytes that are not facts and for facts of another recipe.
  [[nodiscard]] std::vector<SeenAnswer> check_facts(std::span<const std::string> facts,
                                                    const SeenAsk& how = {}) const;
  std::vector<SeenAnswer> check_and_add_facts(std::span<const std::string> facts,
                                              const SeenAsk& how = {});
  // For facts that are parsed one by one, so that a bad one is refused alone.
  class Facts;
  [[nodiscard]] std::vector<SeenAnswer> check_facts(Facts facts, const SeenAsk& how = {}) const;
  std::vector<SeenAnswer> check_and_add_facts(Facts facts, const SeenAsk& how = {});

  // Returns the committed pages with this id; if none has it, those with this URL; otherwise the
  // page that "#NUMBER" names. Oldest first. Long names are cut as those of pages are
  // (model/label.h).
  [[nodiscard]] std::vector<SeenPage> find(std::string_view name) const;
  // Returns the pages of the cluster whose representative has this number; oldest first, at most
  // `limit`.
  [[nodiscard]] std::vector<SeenPage> cluster(std::uint64_t number,
                                              std::uint64_t limit = 1000) const;
  // Returns the copies of the newest page with this name, which may be lost, and how alike they
  // are: the best substitutes come first (seen_copies.h), at most `limit`. Pages of the same URL
  // are left out. Cost: some 10 us for each page of the cluster; only the oldest kCopiesComparedMax
  // are compared. Throws Error{not_found} if no page has the name.
  [[nodiscard]] SeenCopies copies(std::string_view name, std::uint64_t limit = 100) const;
  // Visits all pages from this number on, ascending, until `each` returns false.
  void visit(const std::function<bool(const SeenPage& page)>& each, std::uint64_t first = 1) const;
  // Visits the same pages, with everything that the store saves of them.
  void dump(const std::function<bool(const SeenRow& row)>& each, std::uint64_t first = 1) const;

  // Deletes every page that find() finds by one of these names, also of open crawls. It deletes 256
  // names at a time, and concurrent queries wait no longer than for one such step. If the
  // representative of a cluster is deleted, the other pages are judged again, in their order, and
  // get new numbers.
  SeenErased erase(std::span<const std::string> names);
  // Deletes all pages that match the filter when it begins, and returns how many. Reads every row:
  // some 5 us each. A filter with nothing set is refused.
  std::uint64_t erase(const SeenFilter& filter, const SeenErasing& how = {});

  // Throw Error{not_found} if no crawl of that name is open. Cost: some microseconds for each page
  // that the crawl replaced, or that is cancelled.
  void commit_crawl(const std::string& name);
  void cancel_crawl(const std::string& name);
  [[nodiscard]] std::vector<SeenCrawl> crawls() const;  // by when they began

  // Adds the counts of links that a crawler left out to those in the store; applied whole or not at
  // all, and on the disk when this returns. With a retry key of SeenAsk, a report that is repeated
  // within a day counts once, also after a crash. The counts stay when pages are deleted or crawls
  // are cancelled. Throws Error{invalid_argument} for more than kUncrawledReportMax places, a
  // number above kUncrawledCountMax and a retry key of another request; {io, no_space} as
  // check_and_add() does.
  void count_uncrawled(std::span<const Uncrawled> counts, const std::string& retry_key = {});
  [[nodiscard]] UncrawledFigures uncrawled(std::size_t most = 100) const;
  // True if an answer is stored for this retry key: a request with it adds nothing, and needs no
  // capacity in memory or on the disk.
  [[nodiscard]] bool has_answers(const std::string& retry_key) const;

  // Estimates the bytes that the next segment, merges and compactions may take on the disk, in
  // addition to what is stored now. Takes some ten microseconds.
  [[nodiscard]] std::uint64_t disk_needed() const;

  // Writes the pages in memory into a segment, and waits for it.
  void seal();
  // Copies the rows into a folder that can be opened as a store; durable when this returns. Other
  // threads may add pages meanwhile. Throws Error{already_exists, io, no_space}.
  void backup(const std::string& folder) const;
  // True if new pages arrive faster than segments are written: additions wait now.
  [[nodiscard]] bool is_full() const;
  // Sets the policy of future answers and saves it with the store. Throws Error{io, no_space}.
  void set_policy(const SeenPolicy& policy);
  [[nodiscard]] SeenSettings settings() const;
  // The recipe by which pages are read and judged; it is valid as long as the store.
  [[nodiscard]] const Recipe& recipe() const noexcept;
  [[nodiscard]] SeenFigures figures() const;
  [[nodiscard]] const std::string& folder() const noexcept;

 private:
  class Impl;
  explicit SeenStore(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Facts parsed one by one. One thread at a time. A moved-from object may only be assigned to or
// destroyed.
class SeenStore::Facts {
 public:
  // Uses the recipe of this store, which must outlive the object. Stores with another recipe refuse
  // it with Error{invalid_argument}.
  explicit Facts(const SeenStore& store);
  ~Facts();
  Facts(Facts&& other) noexcept;
  Facts& operator=(Facts&& other) noexcept;
  void reserve(std::size_t pages);
  // Throws Error{invalid_argument} as check_facts() does; the object is unchanged then.
  void add(std::string_view bytes);
  [[nodiscard]] std::size_t size() const noexcept;

 private:
  friend class SeenStore;
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A store of pages that crawlers ask and fill: seen before? And of which page is this a copy?
//
//   SeenStore store = SeenStore::open("crawl.store");
//   const SeenAnswer answer = store.check_and_add(page);
//   if (answer.seen == SeenVerdict::yes) ... answer.page->url, answer.match->kind, answer.action
//
// Pages that repeat another one become members of its cluster; only the first, the representative,
// is compared with what comes later, so that nothing chains (the leader rule, as in dedup()).
// Thus the answers on pages in their order are those of `facsim dedup --against` without old texts.
//
// Promise: check_and_add() is one step. Of any number of callers that offer near-copies at once
// exactly one is told `no`. What was answered is on the disk by then (with Durability::sync), and
// so is all that the answer depends on: it is there again after a crash or a power cut. The rows in
// STORE/rows are all that counts; STORE/pages.idx is made of them and is made again where it is
// missing or damaged.
//
// Identity: a page asked again under its id or its URL with the same or nearly the same text is
// `yes`, and is not added again. With another text it replaces what was stored under that id or URL
// (unless options.keep_history), and the old text matches no longer.
//
// Crawls: pages that were added with the name of a crawl are seen by that crawl only, until it is
// committed: then by everybody, at once. What it replaced is there for the others until then. A
// crawl that is cancelled leaves no trace, but when it met pages that were there (last_seen_ms) is
// known. Two crawls that run side by side do not see each other: a page that both bring is stored
// by both, and later copies join the older one.
//
// Threads: every call may be made from any thread at any time. Pages are analysed and looked up
// side by side; only the look into the newest pages and the decision take turns, some microseconds
// a page.
//
// Cost: some 800 bytes of memory for each of the newest pages (up to 4 * options.front_pages), 8
// for each page of an open crawl, up to 22 for each cluster with copies (at most a 32nd of
// limits.memory_bytes: of more the rows are asked), the block cache of the rows, and what the
// system keeps of the mapped segments. A change waits for the disk, together with all that come
// meanwhile.

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
  // What changes answers. Kept with the store: nothing means the store's own, and in a new store
  // the default; another value than the store's is refused, but for the policy, which it takes on.
  std::optional<ReadyProfile> judge = {};  // "balanced"
  std::optional<int> max_distance = {};    // of candidates, 0..12; the profile's
  // A match of these kinds is `yes`; of another kind it is named, and the page is new. Exact and
  // content.
  std::optional<Kinds> seen_kinds = {};
  // Whether two pages of one site are two where names tell them apart; by default the judge
  // decides.
  std::optional<bool> names = {};
  std::optional<bool> keep_history = {};  // false
  std::optional<SeenPolicy> policy = {};

  // What it may cost.
  Durability durability = Durability::sync;
  RunLimits limits = {};
  bool verify = true;  // reads every byte of the index when it opens it; else it trusts the disk
  std::string jieba_tables = {};  // as for ready_profile(), where the store's recipe needs them
  bool must_exist = false;        // open() makes no store where there is none
  bool new_index = false;         // makes the index again, whatever there is
  // Where the disk is full it is opened all the same, to be asked: what changes it throws.
  bool read_when_full = false;
  // Where the disk becomes full, changes wait for room on it and are refused meanwhile: figures()
  // says is_retried. Else nothing is changed any more until the store is opened again.
  bool waits_for_space = false;
  std::uint64_t front_pages = 65'536;  // so many new pages become a segment
  // So long with no new page, or less than a hundredth of front_pages, and segments are merged
  // until they are one or two, so that questions cost less. Adding does not wait for it. 0: never.
  std::chrono::milliseconds merge_at_rest_after{10'000};
  // Milliseconds since 1970, asked from several threads, also at once; nothing: the system's clock.
  std::function<std::int64_t()> clock = {};
  // Told what is worth a log: that the index had to be made again, that no segment could be
  // written.
  std::function<void(const Sentence& sentence)> warn = {};
};

// Of longer names of crawls and retry keys nothing is added: Error{invalid_argument}.
inline constexpr std::size_t kCrawlNameBytesMax = 255;
inline constexpr std::size_t kRetryKeyBytesMax = 255;

// How pages are asked.
struct SeenAsk {
  // Of pages that are added, and that are seen beside everybody's. Added to the first time it
  // begins. Empty: none.
  std::string crawl = {};
  // Whoever asks again with the same key, because an answer was lost, gets the first answer again,
  // for a day at least, also after a crash. Only where pages are added. Empty: none.
  std::string retry_key = {};
  bool explain = false;  // SeenAnswer::candidates
};

// What is thrown for a retry key of other pages.
class RetryKeyTaken : public Error {
 public:
  explicit RetryKeyTaken(std::string_view what) : Error(ErrorCode::invalid_argument, what) {}
};

// What a store is and how it judges.
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
  // Told of each step how many pages it deleted.
  std::function<void(std::uint64_t pages)> deleted = {};
  // Set: a few pages are read or deleted in a step, so that others hardly wait for it, and after
  // each step this is told how long it took. It may sleep, and may throw.
  std::function<void(std::chrono::nanoseconds took)> rest = {};
  // Called every some thousand rows with how many were read; may throw.
  std::function<void(std::uint64_t rows)> check = {};
};

// Pages for which all that is set here holds.
struct SeenFilter {
  std::string host = {};                       // of their URL, in any case
  std::string crawl = {};                      // that they came with
  std::optional<std::int64_t> before_ms = {};  // first seen before then
  bool by_last_seen = false;                   // before_ms is when they were last seen
};

class SeenStore {
 public:
  // Opens the store in this folder, or begins one. Pages newer than the segments come into memory:
  // some 5 us each. Throws Error{not_found} where there is none and options.must_exist,
  // {invalid_argument} for an empty name, another folder, and options that are not the store's;
  // {already_exists} for a file and for a folder that has files of others;
  // {busy} where another program has it; {damaged} also where only an index is left of it; {io,
  // no_space, unsupported}.
  [[nodiscard]] static SeenStore open(const std::string& folder, SeenStoreOptions options = {});

  ~SeenStore();  // what was acknowledged is on the disk; pages in memory come again with open()
  SeenStore(SeenStore&& other) noexcept;
  SeenStore& operator=(SeenStore&& other) noexcept;

  // Asks; changes nothing. Throws Error{damaged, io}, {unsupported} where this program cannot read
  // pages by the recipe.
  [[nodiscard]] SeenAnswer check(const Page& page, const SeenAsk& how = {}) const;
  [[nodiscard]] std::vector<SeenAnswer> check(std::span<const Page> pages,
                                              const SeenAsk& how = {}) const;
  // Asks, and adds what is new or a copy; a page without a text is not added. Of several pages each
  // sees those before it, and all wait for the disk together. Throws the same, {invalid_argument}
  // for a retry key of other pages and for one crawl too many (1,000 open ones), and {no_space};
  // then perhaps some were added, and nothing more can be until the store is opened again.
  SeenAnswer check_and_add(const Page& page, const SeenAsk& how = {});
  std::vector<SeenAnswer> check_and_add(std::span<const Page> pages, const SeenAsk& how = {});

  // All that a store needs to know of a page, as some 250 bytes, for who analyses pages elsewhere
  // than where they are asked for. Of stores by one recipe they are the same.
  [[nodiscard]] std::string facts(const Page& page) const;
  // As check() and check_and_add(). Throw Error{invalid_argument} too, for bytes that are no facts
  // and for those of another recipe.
  [[nodiscard]] std::vector<SeenAnswer> check_facts(std::span<const std::string> facts,
                                                    const SeenAsk& how = {}) const;
  std::vector<SeenAnswer> check_and_add_facts(std::span<const std::string> facts,
                                              const SeenAsk& how = {});
  // The same for facts that were read one by one, so that a bad one refuses itself alone.
  class Facts;
  [[nodiscard]] std::vector<SeenAnswer> check_facts(Facts facts, const SeenAsk& how = {}) const;
  std::vector<SeenAnswer> check_and_add_facts(Facts facts, const SeenAsk& how = {});

  // What all may see of the pages with this id or, where none has, this URL, or else of the page
  // that "#NUMBER" names; oldest first. Long names are cut as those of pages are (model/label.h).
  [[nodiscard]] std::vector<SeenPage> find(std::string_view name) const;
  // The pages of the cluster whose representative has this number; oldest first, at most `limit`.
  [[nodiscard]] std::vector<SeenPage> cluster(std::uint64_t number,
                                              std::uint64_t limit = 1000) const;
  // The copies of the newest page of this name, which may be lost, and how alike they are: the best
  // in its place come first (seen_copies.h), at most `limit`. Without pages of its own URL. Some 10
  // us for each page of the cluster, of which the oldest kCopiesComparedMax are looked at. Throws
  // Error{not_found} where no page has the name.
  [[nodiscard]] SeenCopies copies(std::string_view name, std::uint64_t limit = 100) const;
  // All pages from this number on, ascending, until `each` returns false.
  void visit(const std::function<bool(const SeenPage& page)>& each, std::uint64_t first = 1) const;
  // The same with all that the store keeps of them.
  void dump(const std::function<bool(const SeenRow& row)>& each, std::uint64_t first = 1) const;

  // Deletes every page that find() finds by one of these names, also of open crawls, 256 names at a
  // time: what others ask waits for no more. The other pages of a cluster whose representative goes
  // are judged again, in their order, and get other numbers.
  SeenErased erase(std::span<const std::string> names);
  // The same of all pages like this that are there when it begins; how many. Reads every row: some
  // 5 us each. A filter with nothing set is refused.
  std::uint64_t erase(const SeenFilter& filter, const SeenErasing& how = {});

  // Throw Error{not_found} where no crawl of that name is open. Some microseconds for each page
  // that it replaced, or that is cancelled.
  void commit_crawl(const std::string& name);
  void cancel_crawl(const std::string& name);
  [[nodiscard]] std::vector<SeenCrawl> crawls() const;  // by when they began

  // Counts what a crawler left out on top of what the store knows; there whole or not at all, and
  // on the disk when this returns. With a retry key of SeenAsk a report that is told again within a
  // day counts once, also after a crash. Pages may go, and crawls be cancelled: these counts stay.
  // Throws Error{invalid_argument} for more than kUncrawledReportMax places, a number above
  // kUncrawledCountMax and a retry key of another request; {io, no_space} as check_and_add().
  void count_uncrawled(std::span<const Uncrawled> counts, const std::string& retry_key = {});
  [[nodiscard]] UncrawledFigures uncrawled(std::size_t most = 100) const;
  // True if an answer is stored for this retry key: a request that has it adds nothing, and needs
  // no room in memory or on the disk.
  [[nodiscard]] bool has_answers(const std::string& retry_key) const;

  // Bytes that the next segment, merges and compactions may take on the disk, on top of what is
  // there: an estimate, in some ten microseconds.
  [[nodiscard]] std::uint64_t disk_needed() const;

  // Writes what is in memory into a segment now, and waits for it.
  void seal();
  // A copy of the rows that can be opened as a store, durable when this returns, while others go on
  // adding. Throws Error{already_exists, io, no_space}.
  void backup(const std::string& folder) const;
  // New pages come faster than segments are written: who adds one now waits.
  [[nodiscard]] bool is_full() const;
  // Of answers from now on, kept with the store. Throws Error{io, no_space}.
  void set_policy(const SeenPolicy& policy);
  [[nodiscard]] SeenSettings settings() const;
  // By which pages are read and judged; it holds as long as the store.
  [[nodiscard]] const Recipe& recipe() const noexcept;
  [[nodiscard]] SeenFigures figures() const;
  [[nodiscard]] const std::string& folder() const noexcept;

 private:
  class Impl;
  explicit SeenStore(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// One thread at a time. What was moved away may only be assigned to or destroyed.
class SeenStore::Facts {
 public:
  // By the recipe of this store, which must outlive it. Stores by another refuse them with
  // Error{invalid_argument}.
  explicit Facts(const SeenStore& store);
  ~Facts();
  Facts(Facts&& other) noexcept;
  Facts& operator=(Facts&& other) noexcept;
  void reserve(std::size_t pages);
  // Throws Error{invalid_argument} as check_facts() does; then they are as before.
  void add(std::string_view bytes);
  [[nodiscard]] std::size_t size() const noexcept;

 private:
  friend class SeenStore;
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace facsim

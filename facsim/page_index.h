// SPDX-License-Identifier: Apache-2.0
#pragma once
// An index of pages that a program holds open: has this page been seen?
//
//   PageIndex index = PageIndex::open("crawl.idx", {.judge = ready_profile("balanced")});
//   for (const FoundPage& seen : index.ask(page)) ... seen.page.url, seen.match->kind
//   index.add(pages);    // one small segment, there whole or not at all
//   index.refresh();     // what other programs have committed since
//
// The folder is that of `facsim index`; answers are those of `facsim index query`.
//
// Promise: an answer comes from one state of the index, the one that the last open(), refresh() or
// change by this object saw, whatever other programs do meanwhile. A change is applied whole or not
// at all, also after a power cut. A change that throws has changed nothing, except with
// Error{committed}: then the change is applied, and repeating it would apply it twice. What failed
// came after the commit: the disk did not confirm it, or this object could not open the new state
// (refresh() does). A refresh() that fails keeps the old state.
//
// Threads: every call may be made from any thread at any time; queries run concurrently and never
// wait for a change. Changes by this object and by other programs run one after the other: a change
// waits for another one, up to options.wait. A change locks the index from when it begins to write:
// add() while its segment and the small ones that it merges are written (0.1 s; minutes if most of
// a large index is merged), erase() while it reads all ids, compact() while it writes the whole
// index. `facsim dedup --update` locks it for a whole run.
//
// Cost: ask() analyses the page and searches every segment. With a limit, only that number of pages
// is judged if more are near by their fingerprints, as the copies of one page are: 200,000 copies
// cost no more than one. Otherwise every page that shares a band of the sketch, a digest or an
// anchor is judged: some 1 to 5 us each.
// add() writes one segment and waits for the disk. Small segments are merged on the way: after a
// change by add() each segment has at least three times as many entries as the next (which counts
// as kSegmentEntriesMin if it has fewer). Thus an index of 40 million pages has at most a dozen
// segments, one of 4 billion has 16, and a page is rewritten some 3 times for each tenfold growth.
// Other additions (facsim index add, dedup --update) leave a segment each, until the next add() or
// compact().
// Memory: with `load` the size of the folder. The state before a refresh() shares memory with the
// new one and is freed after its last answer.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "facsim/model/found_page.h"
#include "facsim/model/page.h"
#include "facsim/page_source.h"
#include "facsim/ready_profile.h"
#include "facsim/run_options.h"

namespace facsim {

struct PageIndexOptions {
  // What changes answers.
  ReadyProfile judge = {};  // its recipe must be that of the index
  std::optional<int> max_distance =
      {};  // pages within this distance are answers; std::nullopt: the index's maximum

  // What changes only the cost.
  RunLimits limits = {};
  // Loads the whole index into memory and verifies every byte; otherwise queries read the disk and
  // verify nothing.
  bool load = true;
  std::chrono::milliseconds wait{
      10'000};  // for another writer, before Error{busy}; max(): for ever
  // Called once, after a second of waiting, with a sentence that names the program.
  std::function<void(const std::string& sentence)> on_wait = {};
  // If set, a change that waits or has not begun to commit stops with Error{cancelled} within about
  // a second and changes nothing.
  const std::atomic<bool>* cancelled = nullptr;
};

// The result of erase().
struct Erased {
  std::uint64_t entries = 0;         // deleted entries
  std::vector<std::string> missing;  // names without an entry, in ascending order
};

class PageIndex {
 public:
  // Creates an empty index. It serves distances up to options.max_distance (0..12); by default 3,
  // or the profile's if larger. Creates the folder and its parents if missing. Throws
  // Error{already_exists} if the folder contains an index or any other file, or is a file;
  // {invalid_argument} for an empty name, other distances, and a profile or recipe that is invalid
  // or that an index cannot store; and what add() throws. An error leaves no folder.
  [[nodiscard]] static PageIndex begin(const std::string& folder, PageIndexOptions options);
  // Throws Error{not_found} if there is no index, {invalid_argument} if it was made by another
  // recipe than that of options.judge or serves only smaller distances than requested; {io,
  // damaged, unsupported}; {busy} if other programs change it faster than it can be opened.
  [[nodiscard]] static PageIndex open(const std::string& folder, PageIndexOptions options);

  ~PageIndex();
  PageIndex(PageIndex&& other) noexcept;
  PageIndex& operator=(PageIndex&& other) noexcept;

  // Returns the pages of the index that this page repeats or is near to: nearest first, equal
  // distances in the order of addition, pages without a distance last. Returns at most `limit`, of
  // equally near pages the first added; 0: all. Empty for a page without a text. Throws
  // Error{damaged}, and {invalid_argument, unsupported} if this program cannot read pages by the
  // recipe (its tables were not loaded, its library is missing).
  [[nodiscard]] std::vector<FoundPage> ask(const Page& page, std::uint64_t limit = 0) const;
  // Queries several pages on one state; faster than one by one.
  [[nodiscard]] std::vector<std::vector<FoundPage>> ask(std::span<const Page> pages,
                                                        std::uint64_t limit = 0) const;
  // Queries the pages of a source on one state, with limits.threads threads: calls take(number of
  // the page, answer) in the order of the pages, one call at a time, from any thread. The source is
  // read in the calling thread, some hundred pages ahead. An exception from the source or from
  // `take` ends the query.
  void ask(PageSource& pages, std::uint64_t limit,
           const std::function<void(std::uint64_t, std::vector<FoundPage>&&)>& take) const;

  // Adds the pages that have a text, in this order, and returns how many. The index stores each
  // page's location (Page::place), so that its text can be read again by `facsim dedup --against`,
  // if sketches leave a doubt, and by `facsim index rebuild`. A page without an id is named
  // FILE:OFFSET if its location is known; otherwise the index assigns its next number. A page that
  // is already in the index is added once more. Throws Error{busy} if another writer holds the
  // index for longer than options.wait; {invalid_argument} if the index was rebuilt by another
  // recipe meanwhile; {damaged} for a segment that it would have merged; {io, no_space, cancelled,
  // not_found}; and {committed}, see above.
  std::uint64_t add(std::span<const Page> pages);
  // Adds the pages of a source as one change. They are read in the calling thread and analysed some
  // hundred at a time, before the index is locked. Some 500 bytes, the id and the URL of each page
  // are held until they are written. An exception from the source changes nothing.
  std::uint64_t add(PageSource& pages);
  // Deletes every page with one of these ids; a name that is not an id counts as a URL. Ids and
  // URLs of more than 8 KiB are cut as add() cuts them. Reads all ids of the index, and all URLs if
  // some name is not an id. Throws as add() does.
  Erased erase(std::span<const std::string> names);
  // Merges all segments into one, without deleted pages. Verifies every byte first. Takes
  // limits.memory_bytes and some 10 MiB more; the rest spills to limits.tmp. If that is empty, it
  // takes some 2.3 times the size of the index folder, all in memory. With `load` the new segment
  // is loaded while the old ones are still in memory. Throws as add() does.
  void compact();

  // Adopts the changes committed since, by any program; returns true if there were any. If there
  // were none, it reads one small file; unchanged segments are not reopened. Throws
  // Error{invalid_argument} if the index now has another recipe, {not_found} if it no longer
  // exists, {io, damaged, unsupported, busy} as open() does; then this object keeps the state that
  // it has.
  bool refresh();

  // The state that answers come from.
  [[nodiscard]] std::uint64_t entries() const;  // without deleted entries
  [[nodiscard]] std::uint64_t segments() const;
  [[nodiscard]] std::uint64_t generation() const;  // counts the commits of the index
  [[nodiscard]] const std::string& folder() const;
  [[nodiscard]] const Recipe& recipe() const;

 private:
  struct State;
  explicit PageIndex(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace facsim

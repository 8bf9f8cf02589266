// SPDX-License-Identifier: Apache-2.0
#pragma once
// An index of pages that a program holds open: have we seen this page?
//
//   PageIndex index = PageIndex::open("crawl.idx", {.judge = ready_profile("balanced")});
//   for (const FoundPage& seen : index.ask(page)) ... seen.page.url, seen.match->kind
//   index.add(pages);    // one small segment, there whole or not at all
//   index.refresh();     // what other programs have committed since
//
// The folder is the one of `facsim index`; answers are those of `facsim index query`.
//
// Promise: an answer is of one state of the index, the one that the last open(), refresh() or
// change by this object saw, whatever other programs do meanwhile. A change is there whole or not
// at all, also after a power cut. A change that throws changed nothing, but for Error{committed}:
// then it is there, and whoever makes it again has it twice; what failed came behind it (the disk
// did not confirm it, or this object could not open it: refresh() does). A refresh() that fails
// keeps the state that there was.
//
// Threads: every call may be made from any thread at any time; answers run side by side and never
// wait for a change. Changes, of this object and of other programs, come one after the other: who
// finds another one at work waits for it, up to options.wait. A change has the index for itself
// from when it begins to write: add() for as long as its segment and the small ones that it merges
// take (0.1 s; minutes where most of a large index is merged), erase() while it reads all ids,
// compact() while it writes all of the index. `facsim dedup --update` has it for a whole run.
//
// Cost: ask() analyses the page and looks at every segment. With a limit that many pages are judged
// where more are near by their fingerprints, as copies of one page are: 200,000 copies cost no more
// than one. Else, and without a limit, every page is judged that shares a band of the sketch, a
// digest or an anchor: some 1 to 5 us each.
// add() writes one segment and waits for the disk. Small segments are merged on the way: behind a
// change by add() each has at least three times as many entries as the next (which counts as
// kSegmentEntriesMin where it has less), so that there are at most a dozen in an index of 40
// million pages, 16 for 4 billion; a page is written again some 3 times for each tenfold growth of
// the index. Other ways of adding (facsim index add, dedup --update) leave a segment each, until
// add() or compact() comes by.
// Memory: with `load` the size of the folder; the state before a refresh() lives on in what it
// shares with the new one, and until the last answer of it is given.

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
      {};  // pages so near are answers; nothing: all that the index serves

  // What it may cost.
  RunLimits limits = {};
  // All of the index in memory, every byte verified on its way; else what is asked for is read from
  // the disk, unverified.
  bool load = true;
  std::chrono::milliseconds wait{
      10'000};  // for another writer, before Error{busy}; max(): for ever
  // Told once, after a second of waiting: for whom.
  std::function<void(const std::string& sentence)> on_wait = {};
  // Set: a change that waits, or has not begun to commit, stops with Error{cancelled} within a
  // second or so, and changes nothing.
  const std::atomic<bool>* cancelled = nullptr;
};

// What erase() found.
struct Erased {
  std::uint64_t entries = 0;         // that were deleted
  std::vector<std::string> missing;  // names that no entry has, in ascending order
};

class PageIndex {
 public:
  // Begins an empty index. It serves distances up to options.max_distance (0..12), else 3 or the
  // profile's, if larger. Makes the folder, and those around it, where they are missing. Throws
  // Error{already_exists} where there is an index, another file or a file of that name;
  // {invalid_argument} for an empty name, other distances and for a profile or a recipe that cannot
  // be or that an index cannot hold; and what add() throws. What throws leaves no folder.
  [[nodiscard]] static PageIndex begin(const std::string& folder, PageIndexOptions options);
  // Throws Error{not_found} where there is none, {invalid_argument} where it is of other pages than
  // options.judge reads, or serves smaller distances than are asked for; {io, damaged,
  // unsupported}; {busy} where other programs change it faster than it can be opened.
  [[nodiscard]] static PageIndex open(const std::string& folder, PageIndexOptions options);

  ~PageIndex();
  PageIndex(PageIndex&& other) noexcept;
  PageIndex& operator=(PageIndex&& other) noexcept;

  // The pages of the index that this one repeats or is near to, nearest first, of equally near ones
  // those that were added first; those without a distance last. At most `limit`, of equally near
  // ones those that were added first; 0: all. Nothing for a page without a text. Throws
  // Error{damaged}, and {invalid_argument, unsupported} where this program cannot read pages by the
  // recipe (its tables were not read, its library is not there).
  [[nodiscard]] std::vector<FoundPage> ask(const Page& page, std::uint64_t limit = 0) const;
  // The same for each page; faster than one by one, and of one state.
  [[nodiscard]] std::vector<std::vector<FoundPage>> ask(std::span<const Page> pages,
                                                        std::uint64_t limit = 0) const;
  // The same for the pages of a source, by limits.threads at once and of one state: calls
  // take(number of the page, answer) in the order of the pages, one call at a time, from any
  // thread. The source is read in the calling thread, some hundred pages ahead. What either throws
  // ends the asking.
  void ask(PageSource& pages, std::uint64_t limit,
           const std::function<void(std::uint64_t, std::vector<FoundPage>&&)>& take) const;

  // Adds the pages that have a text, in this order, and says how many. The index keeps where a page
  // stands (Page::place), so that its text can be read again: by `facsim dedup --against`, where
  // sketches leave a doubt, and by `facsim index rebuild`. A page without an id is called
  // FILE:OFFSET where its place is known, else it gets the next number that the index has to give.
  // What is already there is added once more. Throws Error{busy} where another writer has the index
  // for longer than options.wait; {invalid_argument} where the index was rebuilt by another recipe
  // meanwhile; {damaged} for a segment that it would have merged; {io, no_space, cancelled,
  // not_found}; and {committed}, see above.
  std::uint64_t add(std::span<const Page> pages);
  // The same of the pages of a source, as one change: read in the calling thread and analysed some
  // hundred at a time, before the index is locked. Some 500 bytes, the id and the URL of each page
  // are held until they are written. What the source throws changes nothing.
  std::uint64_t add(PageSource& pages);
  // Deletes every page with one of these ids; a name that is no id counts as a URL. Ids and URLs
  // of more than 8 KiB are cut as add() cuts them. Reads all ids of the index, and all URLs where
  // some name is no id. Throws as add() does.
  Erased erase(std::span<const std::string> names);
  // One segment of all, without what was deleted. Verifies every byte before. Takes
  // limits.memory_bytes and some 10 MiB more, the rest goes to limits.tmp; without a folder there
  // some 2.3 times what the folder of the index has, all in memory. With `load` the new segment
  // comes into memory beside what was there. Throws as add() does.
  void compact();

  // Takes over what was committed since, by whomever; whether there was anything. Reads one small
  // file where there was not; segments that did not change are not opened again. Throws
  // Error{invalid_argument} where the index is one of other pages now, {not_found} where there is
  // none any more, {io, damaged, unsupported, busy} as open() does; then this object goes on with
  // the state that it has.
  bool refresh();

  // Of the state that answers come from.
  [[nodiscard]] std::uint64_t entries() const;  // without deleted ones
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

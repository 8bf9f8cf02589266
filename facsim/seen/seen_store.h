// SPDX-License-Identifier: Apache-2.0
#pragma once
// A store of pages that crawlers ask and fill: seen before? And of which page is this a copy?
//
//   SeenStore store = SeenStore::open("crawl.store", {.judge = ready_profile("balanced")});
//   const SeenAnswer answer = store.check_and_add(page);
//   if (answer.seen == SeenVerdict::yes) ... answer.page->url, answer.match->kind
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
// Threads: every call may be made from any thread at any time. Pages are analysed and looked up
// side by side; only the look into the newest pages and the decision take turns, some microseconds
// a page.
//
// Cost: some 800 bytes of memory for each of the newest pages (up to 4 * options.front_pages), the
// block cache of the rows, and what the system keeps of the mapped segments. A change waits for the
// disk, together with all that come meanwhile.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "facsim/model/durability.h"
#include "facsim/model/match.h"
#include "facsim/model/page.h"
#include "facsim/model/seen_answer.h"
#include "facsim/ready_profile.h"
#include "facsim/run_options.h"

namespace facsim {

struct SeenStoreOptions {
  // What changes answers. Kept with the store: another recipe or distance is refused.
  ReadyProfile judge = {};
  std::optional<int> max_distance = {};  // of candidates, 0..12; nothing: the profile's
  // A match of these kinds is `yes`; of another kind it is named, and the page is new.
  Kinds seen_kinds = {Kind::exact, Kind::content};
  bool keep_history = false;

  // What it may cost.
  Durability durability = Durability::sync;
  RunLimits limits = {};
  bool verify = true;  // reads every byte of the index when it opens it; else it trusts the disk
  bool must_exist = false;             // open() makes no store where there is none
  std::uint64_t front_pages = 65'536;  // so many new pages become a segment
  // Milliseconds since 1970; nothing: the system's clock.
  std::function<std::int64_t()> clock = {};
  // Told what is worth a log: that the index had to be made again, that no segment could be
  // written.
  std::function<void(const std::string& sentence)> warn = {};
};

class SeenStore {
 public:
  // Opens the store in this folder, or begins one. Pages newer than the segments come into memory:
  // some 5 us each. Throws Error{not_found} where there is none and options.must_exist,
  // {invalid_argument} for an empty name, another folder, and a profile that is not the store's;
  // {busy} where another program has it; {io, no_space, damaged, unsupported}.
  [[nodiscard]] static SeenStore open(const std::string& folder, SeenStoreOptions options = {});

  ~SeenStore();  // what was acknowledged is on the disk; pages in memory come again with open()
  SeenStore(SeenStore&& other) noexcept;
  SeenStore& operator=(SeenStore&& other) noexcept;

  // Asks; changes nothing. Throws Error{damaged, io}, {unsupported} where this program cannot read
  // pages by the recipe.
  [[nodiscard]] SeenAnswer check(const Page& page) const;
  [[nodiscard]] std::vector<SeenAnswer> check(std::span<const Page> pages) const;
  // Asks, and adds what is new or a copy; a page without a text is not added. Of several pages each
  // sees those before it, and all wait for the disk together. Throws the same, and {no_space}; then
  // perhaps some were added, and nothing more can be until the store is opened again.
  SeenAnswer check_and_add(const Page& page);
  std::vector<SeenAnswer> check_and_add(std::span<const Page> pages);

  // All pages with this id or, where none has, this URL; oldest first.
  [[nodiscard]] std::vector<SeenPage> find(std::string_view name) const;
  // The pages of the cluster whose representative has this number; oldest first, at most `limit`.
  [[nodiscard]] std::vector<SeenPage> cluster(std::uint64_t number,
                                              std::uint64_t limit = 1000) const;
  // Deletes every page with one of these ids or, where no page has it as an id, URLs. The other
  // pages of a cluster whose representative goes are judged again, in their order.
  SeenErased erase(std::span<const std::string> names);

  // Writes what is in memory into a segment now, and waits for it.
  void seal();
  [[nodiscard]] SeenFigures figures() const;
  [[nodiscard]] const std::string& folder() const noexcept;

 private:
  class Impl;
  explicit SeenStore(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace facsim

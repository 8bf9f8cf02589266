// SPDX-License-Identifier: Apache-2.0
#pragma once
// A world of a few pages that resemble one another in every way, and operations on a store of them.
// One seed gives the same world and the same history on every machine.

#include <cstdint>
#include <string>
#include <vector>

#include "facsim/model/match.h"
#include "facsim/model/page.h"

namespace facsim::property {

// Texts of 60 to 200 words with their near copies, chains (a like b, b like c, a unlike c), parts
// and longer versions, in two markups and without; some too short to be judged, one empty, one an
// error answer. There are few ids and URLs, so that pages replace one another.
struct SmallWorld {
  std::vector<Page> pages = {};
  std::vector<std::string> names = {};  // all ids and URLs
  std::vector<std::string> hosts = {};
  // Settings of the store.
  bool keeps_history = false;
  bool asks_names = true;
  Kinds seen_kinds = {Kind::exact, Kind::content};
};
[[nodiscard]] SmallWorld small_world(std::uint64_t seed);

enum class Do : std::uint8_t {
  check,
  add,        // several pages in one call; each pair of id and URL once
  add_twice,  // the same with a retry key, and repeated
  erase,      // by names
  erase_number,
  erase_filter,
  commit,
  cancel,
  seal,
  reopen,
  make_index_again,
  wait,
  compare,  // everything that the store lists
};

// Each step is valid whatever happened before, so that steps of a history can be left out.
struct Step {
  Do what = Do::check;
  std::vector<std::size_t> pages = {};  // of the world
  std::string crawl = {};
  std::vector<std::string> names = {};
  std::string host = {};
  // to wait; for a filter: first seen before this many hours; 0 is any time
  std::int64_t hours = 0;
  bool by_last_seen = false;

  [[nodiscard]] std::string line(const SmallWorld& world) const;
};
[[nodiscard]] std::vector<Step> history(const SmallWorld& world, std::uint64_t seed,
                                        std::size_t steps);

}  // namespace facsim::property

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A page that a store is queried for, with what the store's segments contain about it.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "facsim/known/open_index.h"
#include "facsim/known/page_search.h"
#include "facsim/model/match.h"
#include "facsim/seen/memtable.h"
#include "facsim/seen/stored_page.h"

namespace facsim {

// The sealed pages (those in segments) at one moment: rows up to rows_to.
struct SealedState {
  std::shared_ptr<const OpenIndex> index;
  std::uint64_t rows_to = 0;
};

// A sealed page that matches the page, or, if an explanation is wanted, that was compared with it.
struct SealedMatch {
  std::uint64_t row = 0;
  std::optional<Match> match = {};
  std::optional<double> layout = {};
  int distance = -1;
  std::optional<double> resemblance = {};  // only if an explanation is wanted
  bool may_stand = true;                   // may_stand_for() of page_facts.h
};

// A row with the page's id or URL.
struct NamedRow {
  std::uint64_t row = 0;
  StoredPage page;
};

// The result of looking a page up in the segments of one SealedState.
struct LookedUp {
  MemtableKeys keys = {};                // the keys under which memtables find it
  std::vector<SealedMatch> sealed = {};  // by row
  bool truncated = false;                // sealed pages were left out (page_search.h)
};

struct AskedPage {
  StoredPage page = {};  // not yet a row of the store
  LookedUp found = {};
  std::vector<NamedRow> named = {};  // sealed rows with its id or URL, by row
  bool is_to_be_explained = false;

  [[nodiscard]] PageQuestion question() const {
    return {.facts = page.facts, .anchors = page.anchors};
  }
};

}  // namespace facsim

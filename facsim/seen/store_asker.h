// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a store is asked, and what can be said of it side by side: the figures of a page, the sealed
// pages that it matches, and the sealed rows of its id and URL.
//
// What the newest pages say, store_turns.h adds. One asker a thread.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "facsim/cluster/candidate_graph.h"
#include "facsim/known/open_index.h"
#include "facsim/known/page_search.h"
#include "facsim/model/match.h"
#include "facsim/model/page.h"
#include "facsim/page/analysis.h"
#include "facsim/ready_profile.h"
#include "facsim/seen/front.h"
#include "facsim/seen/stored_page.h"
#include "facsim/store/row_store.h"

namespace facsim {

// One state of the sealed pages.
struct SealedState {
  std::shared_ptr<const OpenIndex> index;
  std::uint64_t rows_to = 0;
};

// A page of a segment that the page matches; or that it was compared with, where that is to be
// explained.
struct SealedMatch {
  std::uint64_t row = 0;
  std::optional<Match> match = {};
  std::optional<double> layout = {};
  int distance = -1;
  std::optional<double> resemblance = {};  // where it is to be explained
  bool may_stand = true;                   // may_stand_for() of page_facts.h
};

// A row with the page's id or URL.
struct NamedRow {
  std::uint64_t row = 0;
  StoredPage page;
};

struct AskedPage {
  StoredPage page = {};                  // without a place in the store yet
  FrontKeys keys = {};                   // what it is looked up by
  std::vector<SealedMatch> sealed = {};  // by row
  std::vector<NamedRow> named = {};      // sealed ones, by row
  bool truncated = false;
  bool is_to_be_explained = false;

  [[nodiscard]] PageQuestion question() const {
    return {.facts = page.facts, .anchors = page.anchors};
  }
};

class StoreAsker {
 public:
  // `rows` must outlive this.
  StoreAsker(const ReadyProfile& judge, int max_distance, Kernel kernel, const RowStore& rows);

  // The figures of a page. Ids and URLs are cut (model/label.h).
  [[nodiscard]] AskedPage read(const Page& page);
  [[nodiscard]] RecipeId recipe_id() const noexcept { return recipe_id_; }
  // Sets what sealed pages say; may be called again, for another state.
  void look_up(std::span<AskedPage> pages, const SealedState& state);
  // Gives back what the largest page took.
  void trim();
  // Lets go of the state that it asked last.
  void rest();

 private:
  void look_up_names(std::span<AskedPage> pages, const SealedState& state);
  void add_named(AskedPage& page, std::uint64_t row, const SealedState& state);
  void judge(AskedPage& page, const IndexPlace& place, const OpenIndex& index);

  const ReadyProfile& judge_;
  const RecipeId recipe_id_;
  Profile search_profile_;
  const RowStore& rows_;
  PageAnalyzer analyzer_;
  SealedState state_;  // that search_ asks
  std::optional<PageSearch> search_;
  std::vector<PageQuestion> questions_;
  std::vector<std::uint64_t> numbers_;  // of the pages that are asked
  std::vector<std::uint64_t> hashes_;   // of their names
  std::vector<std::uint64_t> hashed_;   // the pages that have these
};

}  // namespace facsim

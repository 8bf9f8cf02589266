// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is found out about an asked page before the store's lock is taken: its figures, the sealed
// pages that it matches, and the sealed rows with its id or URL.
//
// store_state.h adds what the newest pages say. One asker a thread.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "facsim/model/page.h"
#include "facsim/page/analysis.h"
#include "facsim/ready_profile.h"
#include "facsim/seen/asked_page.h"
#include "facsim/seen/sealed_search.h"
#include "facsim/store/row_store.h"

namespace facsim {

class StoreAsker {
 public:
  // `rows` must outlive this.
  StoreAsker(const ReadyProfile& judge, int max_distance, Kernel kernel, const RowStore& rows);

  // The figures of a page. Ids and URLs are cut (model/label.h).
  [[nodiscard]] AskedPage read(const Page& page);
  [[nodiscard]] RecipeId recipe_id() const noexcept { return recipe_id_; }
  // Sets what sealed pages say; may be called again, for another state.
  void look_up(std::span<AskedPage> pages, const SealedState& state);
  // The same without ids and URLs, for pages that are in the store already.
  void look_up_text(std::span<AskedPage> pages, const SealedState& state) {
    search_.look_up(pages, state);
  }
  // Sealed rows with this id, or else URL, by row; `name` is cut as labels are.
  [[nodiscard]] std::vector<NamedRow> named(std::string_view name, bool is_url,
                                            const SealedState& state) const;
  // Gives back what the largest page took.
  void trim();
  // Lets go of the state that it asked last.
  void rest() { search_.rest(); }

 private:
  void look_up_names(std::span<AskedPage> pages, const SealedState& state);
  void add_named(AskedPage& page, std::uint64_t row, const SealedState& state);

  const RecipeId recipe_id_;
  const Recipe& recipe_;
  const RowStore& rows_;
  PageAnalyzer analyzer_;
  SealedSearch search_;
  std::vector<std::uint64_t> hashes_;  // of the names of pages
  std::vector<std::uint64_t> hashed_;  // the pages that have these
};

}  // namespace facsim

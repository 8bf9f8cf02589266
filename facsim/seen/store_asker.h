// SPDX-License-Identifier: Apache-2.0
#pragma once
// Computes what can be known about a queried page before the store's lock is taken: its facts, the
// sealed pages that it matches, and the sealed rows with its id or URL.
//
// store_state.h adds the newest pages. Use one asker per thread.

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

  // Computes the facts of a page. Ids and URLs are cut (model/label.h).
  [[nodiscard]] AskedPage read(const Page& page);
  [[nodiscard]] RecipeId recipe_id() const noexcept { return recipe_id_; }
  // Sets what the segments contain about the pages; may be called again, for another state.
  void look_up(std::span<AskedPage> pages, const SealedState& state);
  // The same without ids and URLs, for pages that are already in the store.
  void look_up_text(std::span<AskedPage> pages, const SealedState& state) {
    search_.look_up(pages, state);
  }
  // Returns the sealed rows with this id or this URL, by row; `name` is cut as labels are.
  [[nodiscard]] std::vector<NamedRow> named(std::string_view name, bool is_url,
                                            const SealedState& state) const;
  // Frees the memory that the largest page took.
  void trim();
  // Releases the state that was searched last.
  void rest() { search_.rest(); }

 private:
  void look_up_names(std::span<AskedPage> pages, const SealedState& state);
  void add_named(AskedPage& page, std::uint64_t row, const SealedState& state);

  const RecipeId recipe_id_;
  const Recipe& recipe_;
  const RowStore& rows_;
  PageAnalyzer analyzer_;
  SealedSearch search_;
  std::vector<std::uint64_t> hashes_;  // of the names of the pages
  std::vector<std::uint64_t> hashed_;  // the pages that have these
};

}  // namespace facsim

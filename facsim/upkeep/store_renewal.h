// SPDX-License-Identifier: Apache-2.0
#pragma once
// A store by another recipe: the same rows with the same numbers, and what the new recipe says of
// their pages.
//
//   NewFacts read(scratch, judge.profile.recipe, old_recipe, memory);
//   read.add(facts);                      // of pages that were read again, in any order
//   renew_store(store, folder, judge, read, options);
//
// A store keeps no texts, so the pages are read again from files. A page is found there by its id
// and URL, else by its text digest. Where both recipes judge the same text of a page, a page of
// another digest is another text, and is not taken for it. A page that is not found keeps its
// names, its digest and its place in the cluster, but has no fingerprint: it is known when it comes
// again with the same text, and no near-copies of it are.
//
// Clusters stay as they were decided. Crawls, retry keys and the policy stay too.
//
// Memory: what two row stores take. One thread at a time.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "facsim/model/recipe.h"
#include "facsim/ready_profile.h"
#include "facsim/seen/stored_page.h"
#include "facsim/store/row_store.h"

namespace facsim {

// What the new recipe says of pages, on the disk until it is asked for.
class NewFacts {
 public:
  // In a new folder, which the caller removes. `before` is the recipe of the store, where the
  // program knows it.
  NewFacts(const std::string& folder, const Recipe& recipe, const std::optional<Recipe>& before,
           std::uint64_t memory_bytes);

  // As SeenStore::facts() of a store by the new recipe makes them; of two pages that both fit the
  // one that was added last counts. Throws Error{invalid_argument, io, no_space}.
  void add(std::span<const std::string> facts);
  // Of a page of the old store.
  [[nodiscard]] std::optional<StoredPage> find(const StoredPage& page) const;

 private:
  [[nodiscard]] std::optional<StoredPage> page_under(std::string_view key) const;

  Recipe recipe_;
  RecipeId recipe_id_ = {};
  bool reads_same_text_ = false;
  RowStore rows_;
  std::uint64_t last_ = 0;
};

struct StoreRenewalOptions {
  std::optional<int> max_distance = {};  // of candidates; the profile's
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;
  // Called with the rows so far every some thousand; may throw.
  std::function<void(std::uint64_t rows)> check = {};
};

struct StoreRenewal {
  std::uint64_t pages = 0;
  std::uint64_t not_found = 0;  // pages that have no fingerprint now, for want of their text
};

// The recipe of a store; nothing where the program has none of its name and id. Throws
// Error{not_found, damaged, io}.
[[nodiscard]] std::optional<Recipe> recipe_of_store(const std::string& store);

// Writes the rows of `store` into `folder`, which has no rows; no index, which is made when the
// store there is opened. `read` may be null where the recipe stays and only the profile changes.
// `missing` is called with each page that was not found. Throws Error{not_found, damaged,
// unsupported, io, no_space}, {invalid_argument} for a recipe that an index cannot hold.
StoreRenewal renew_store(const std::string& store, const std::string& folder,
                         const ReadyProfile& judge, const NewFacts* read,
                         const StoreRenewalOptions& options = {},
                         const std::function<void(const StoredPage& page)>& missing = {});

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The collections of a store: name spaces with recipes of their own, each a store of pages.
//
// The folder itself is the collection "default"; others are in FOLDER/collections/NAME. All are
// open while this object exists. A collection is created or removed whole or not at all: it is
// prepared under a hidden name, and the leftovers of a crash are removed at the next start.
//
// Threads: every call may be made from any thread at any time.

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/model/recipe.h"
#include "facsim/seen.h"
#include "facsim/seen/store_rows.h"
#include "facsim/serve/collection_wish.h"
#include "facsim/serve/trouble.h"

namespace facsim {

inline constexpr std::size_t kCollectionsMax = 64;

struct Collection {
  std::string name;
  SeenStore store;
  SeenSettings settings;
  std::vector<std::string> fields;  // of a page's record, that its recipe reads
  std::shared_ptr<Trouble> trouble;
};

class Collections {
 public:
  struct Options {
    SeenStoreOptions store;  // of all collections
    CollectionWish usual;    // of new collections; "default" must match it
    std::string jieba;       // file of jieba's tables
    std::string recipe;      // of "default": a name or a file; empty: the profile's
  };
  // Throws what SeenStore::open() throws for any of them.
  Collections(std::string folder, Options options);

  // Throws Error{not_found} if there is no collection of that name.
  [[nodiscard]] std::shared_ptr<Collection> find(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] std::vector<std::shared_ptr<Collection>> all() const;  // by name

  struct Made {
    std::shared_ptr<Collection> collection;
    bool is_new = false;
  };
  // Creates a collection. An existing one is left as it is, except that it gets the policy. Throws
  // Error{already_exists} if the existing one differs from the wish, and if there are too many;
  // {invalid_argument} for invalid names, {busy}.
  [[nodiscard]] Made make(const std::string& name, const CollectionWish& wish);
  // Waits until it is no longer used. Throws Error{invalid_argument} for "default",
  // {already_exists} if it has pages and is_forced is false.
  void remove(const std::string& name, bool is_forced);

 private:
  [[nodiscard]] std::string folder_of(std::string_view name) const;
  enum class Opening : std::uint8_t { begins, must_exist };
  [[nodiscard]] std::shared_ptr<Collection> open(const std::string& name, const std::string& folder,
                                                 const CollectionWish& wish,
                                                 Opening opening = Opening::begins) const;
  [[nodiscard]] std::shared_ptr<Collection> reserve(const std::string& name,
                                                    const CollectionWish& wish);
  void open_others();

  const std::string folder_;
  const Options options_;
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Collection>, std::less<>> collections_;
  std::set<std::string> changing_;  // being created or removed
};

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The collections of a store: name spaces with recipes of their own, each a store of pages.
//
// The folder itself is the collection "default"; others lie in FOLDER/collections/NAME. All are
// open while this is. Making and removing one is whole or not at all: it is prepared under a hidden
// name, and what a crash leaves there is removed at the next start.
//
// Threads: every call from any thread at any time.

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
  std::vector<std::string> fields;  // of a page's record, that it reads
  std::shared_ptr<Trouble> trouble;
};

class Collections {
 public:
  struct Options {
    SeenStoreOptions store;  // of all
    CollectionWish usual;    // of new ones, and what "default" must be
    std::string jieba;       // file of jieba's tables
    std::string recipe;      // of "default", a name or a file; empty: the profile's
  };
  // Throws what SeenStore::open() throws, of any of them.
  Collections(std::string folder, Options options);

  // Throws Error{not_found}.
  [[nodiscard]] std::shared_ptr<Collection> find(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] std::vector<std::shared_ptr<Collection>> all() const;  // by name

  struct Made {
    std::shared_ptr<Collection> collection;
    bool is_new = false;
  };
  // One that is there is left as it is, but for its policy. Throws Error{already_exists} where it
  // is not what is wished for, and for one too many; {invalid_argument} for names that no
  // collection has, {busy}.
  [[nodiscard]] Made make(const std::string& name, const CollectionWish& wish);
  // Waits for those that use it. Throws Error{invalid_argument} for "default", {already_exists}
  // where it has pages and is_forced is not set.
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
  std::set<std::string> changing_;  // being made or removed
};

}  // namespace facsim

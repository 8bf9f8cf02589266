// SPDX-License-Identifier: Apache-2.0
#pragma once
// Declarations shared by the verbs of `facsim store`.

#include <cstdint>
#include <string>
#include <vector>

#include "apps/json.h"
#include "apps/settings.h"
#include "facsim/model/recipe.h"
#include "facsim/seen.h"
#include "facsim/store/row_store.h"

namespace facsim {

void run_store_load(const Settings& settings);
void run_store_ask(const Settings& settings);
void run_store_dump(const Settings& settings);
void run_store_copies(const Settings& settings);
void run_store_backup(const Settings& settings);
void run_store_restore(const Settings& settings);
void run_store_check(const Settings& settings);
void run_store_retain(const Settings& settings);
void run_store_rebuild(const Settings& settings);
void run_store_stats(const Settings& settings);

// Throws Error{invalid_argument} with the verb's usage unless `count` words follow the verb.
enum class StoreWords : std::uint8_t { one, two, one_or_more, two_or_more };
void require_store_words(const Settings& settings, StoreWords count);

// The folder of the collection that the settings name. Each collection is a store of its own.
[[nodiscard]] std::string collection_folder(const std::string& store, const Settings& settings);

// True if the folder has rows, undamaged or not.
[[nodiscard]] bool is_store(const std::string& folder);

struct StoreCollection {
  std::string name;
  std::string folder;
  bool has_rows = true;  // false: they were removed, and the rest of the collection cannot answer
};
// All collections, "default" first, or the one that --collection names. Throws Error{not_found} if
// none exists.
[[nodiscard]] std::vector<StoreCollection> collections_meant(const std::string& store,
                                                             const Settings& settings);

// The error of a collection without rows, and its remedies.
constexpr const char* kLostRows =
    "its rows are gone; put the folder rows back, bring back a backup with 'facsim store restore', "
    "or remove what is left";
// Throws Error{damaged} if the collection has no rows.
void require_rows(const StoreCollection& collection);

// True if a new store would be created in the folder. Throws Error{already_exists} for a file and
// for a folder with other contents, and Error{damaged} for a store whose rows are missing.
[[nodiscard]] bool begins_store(const std::string& folder);

// Throws Error{not_found} if the folder of a collection has no store, Error{damaged} if its rows
// are missing.
void require_store(const std::string& folder);

// True if the user specifies how pages are judged. Otherwise the store decides, and a new store
// uses the default.
[[nodiscard]] bool names_judge(const Settings& settings);

// Opens the store of the collection for changes. Throws what SeenStore::open() throws; Error{busy}
// of a store that another program has open also says what can be done.
enum class Opening : std::uint8_t {
  begins,   // creates the store if it does not exist
  changes,  // opens an existing store
  asks,     // the same, also if the disk is full
  renews,   // the same, and builds its index again
};
[[nodiscard]] SeenStore open_store(const std::string& folder, const Settings& settings,
                                   Opening opening);

// Opens the store, and writes everything that is in memory into its index.
SeenFigures make_index_now(const std::string& folder, const Settings& settings);

// The rows as they are now; another program may be changing the store.
[[nodiscard]] RowStore open_rows_to_read(const std::string& folder, const Settings& settings);

// Prints a line on standard error, or with --json the object on standard output.
void tell_store(const std::string& sentence, const OrderedJson& object, const Settings& settings);

// The output of --json: the object of a single collection, or {"store", "collections"} for several.
[[nodiscard]] OrderedJson of_collections(const std::string& store, OrderedJson each);

}  // namespace facsim

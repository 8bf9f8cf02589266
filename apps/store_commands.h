// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the verbs of `facsim store` share.

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

// The words behind the verb: so many, or Error{invalid_argument} with the verb's usage.
enum class StoreWords : std::uint8_t { one, two, one_or_more, two_or_more };
void require_store_words(const Settings& settings, StoreWords count);

// Where the collection lies that the settings name: a store of its own.
[[nodiscard]] std::string collection_folder(const std::string& store, const Settings& settings);

// Whether rows are there, sound or not.
[[nodiscard]] bool is_store(const std::string& folder);

struct StoreCollection {
  std::string name;
  std::string folder;
  bool has_rows = true;  // else they were taken away: what is left of it answers nothing
};
// All of them, "default" first, or the one that --collection names. Throws Error{not_found} where
// there is none.
[[nodiscard]] std::vector<StoreCollection> collections_meant(const std::string& store,
                                                             const Settings& settings);

// What is wrong with a collection without rows, and what can be done.
constexpr const char* kLostRows =
    "its rows are gone; put the folder rows back, bring back a backup with 'facsim store restore', "
    "or remove what is left";
// Throws Error{damaged} where it has none.
void require_rows(const StoreCollection& collection);

// Whether a new store would be begun in the folder. Throws Error{already_exists} for a file and for
// a folder that has something else.
[[nodiscard]] bool begins_store(const std::string& folder);

// Throws Error{not_found} where there is no store in the folder of a collection.
void require_store(const std::string& folder);

// Whether the user says how pages are judged; else the store does, a new one as by default.
[[nodiscard]] bool names_judge(const Settings& settings);

// Opens the store of the collection to change it. Throws what SeenStore::open() throws; of a store
// that another program has, {busy} with what can be done.
enum class Opening : std::uint8_t {
  begins,   // a new one where there is none
  changes,  // one that is there
  asks,     // the same, also on a disk that is full
  renews,   // the same, and its index is made again
};
[[nodiscard]] SeenStore open_store(const std::string& folder, const Settings& settings,
                                   Opening opening);

// Opens the store and writes all that is in memory into its index.
SeenFigures make_index_now(const std::string& folder, const Settings& settings);

// The rows as they are now, beside whoever changes them.
[[nodiscard]] RowStore open_rows_to_read(const std::string& folder, const Settings& settings);

// A line on standard error, or with --json the object on standard output.
void tell_store(const std::string& sentence, const OrderedJson& object, const Settings& settings);

// What --json prints: the object of one collection, or of several {"store", "collections"}.
[[nodiscard]] OrderedJson of_collections(const std::string& store, OrderedJson each);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a store judges pages, and where that is stored: under names in its rows.

#include <optional>
#include <string>

#include "facsim/seen.h"
#include "facsim/store/row_store.h"

namespace facsim {

struct KeptSettings {
  std::string store = {};  // its name, drawn at random when it was made
  ReadyProfile judge = {};
  int max_distance = 0;
  Kinds seen_kinds = {};
  bool keep_history = false;
  SeenPolicy policy = {};

  [[nodiscard]] SeenSettings shown() const;
};

// Returns the profile that the store names, with the recipe that judged its pages; nothing if this
// program knows no recipe of that id by name. `jieba_tables` as for ready_profile().
[[nodiscard]] std::optional<ReadyProfile> own_profile(const RowStore& rows,
                                                      const std::string& jieba_tables = {});

// The stored form: "skip,skip_links,0".
[[nodiscard]] std::string policy_text(const SeenPolicy& policy);
[[nodiscard]] SeenPolicy policy_of(const RowStore& rows, const std::string& folder);

// Returns the stored settings, replaced by those that `options` give; for a new store the defaults.
// Writes what is new. Throws Error{invalid_argument} if options contradict the store, and if the
// program has no name for the store's recipe and options do not give it.
[[nodiscard]] KeptSettings settle_settings(RowStore& rows, const std::string& folder,
                                           const SeenStoreOptions& options);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a store judges, and where that is kept: under names in its rows.

#include <optional>
#include <string>

#include "facsim/seen.h"
#include "facsim/store/row_store.h"

namespace facsim {

struct KeptSettings {
  std::string store = {};  // its name, drawn when it was made
  ReadyProfile judge = {};
  int max_distance = 0;
  Kinds seen_kinds = {};
  bool keep_history = false;
  SeenPolicy policy = {};

  [[nodiscard]] SeenSettings shown() const;
};

// The profile that the store names, by the recipe that its pages were judged by; nothing where this
// program has none of that id by name. `jieba_tables` as for ready_profile().
[[nodiscard]] std::optional<ReadyProfile> own_profile(const RowStore& rows,
                                                      const std::string& jieba_tables = {});

// As it is kept: "skip,skip_links,0".
[[nodiscard]] std::string policy_text(const SeenPolicy& policy);
[[nodiscard]] SeenPolicy policy_of(const RowStore& rows, const std::string& folder);

// What the store has kept, with what `options` name instead of it; of a new store the defaults.
// Writes what is new. Throws Error{invalid_argument} where options name what the store cannot be,
// and where it is of a recipe that the program has no name for and options do not give it.
[[nodiscard]] KeptSettings settle_settings(RowStore& rows, const std::string& folder,
                                           const SeenStoreOptions& options);

}  // namespace facsim

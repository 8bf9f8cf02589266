// SPDX-License-Identifier: Apache-2.0
#pragma once
// How pages are judged: a profile with the tables that its recipe needs, loaded from their files.
//
// The default is the profile "balanced", which needs no tables. Copies share the tables.

#include <string>

#include "facsim/model/feature_tables.h"
#include "facsim/model/profile.h"

namespace facsim {

struct ReadyProfile {
  Profile profile = {};
  FeatureTables tables = {};
};

// Returns the profile of that name (named_profiles() lists them). `recipe` replaces its own recipe
// by a named one (named_recipes()) or, if the name ends in ".toml", by one from a file; empty: its
// own. Relative names of files in a recipe are resolved in the folder of its file. `jieba_tables`
// is the file of jieba's words, which few recipes need; the program has its own as jieba.tables in
// its share folder.
//
// Throws Error{invalid_argument} for unknown names, with a list of the known ones; {not_found,
// damaged, unsupported} for files, with their names.
[[nodiscard]] ReadyProfile ready_profile(const std::string& profile = "balanced",
                                         const std::string& recipe = {},
                                         const std::string& jieba_tables = {});

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A profile with the tables that its recipe needs, read from their files: how pages are judged.
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

// The profile of that name (named_profiles() has them), and instead of its own recipe one by its
// name (named_recipes()) or out of a file where the name ends in ".toml"; empty: its own. Files
// that a recipe names are looked for beside it. `jieba_tables` is the file of jieba's words, which
// few recipes need; the program has its own as jieba.tables in its share folder.
//
// Throws Error{invalid_argument} for unknown names, with those there are; {not_found, damaged,
// unsupported} for files, by their names.
[[nodiscard]] ReadyProfile ready_profile(const std::string& profile = "balanced",
                                         const std::string& recipe = {},
                                         const std::string& jieba_tables = {});

}  // namespace facsim

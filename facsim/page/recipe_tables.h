// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the files that a recipe needs and identifies them by their contents.

#include <optional>
#include <string>
#include <vector>

#include "facsim/features/feature_maker.h"
#include "facsim/input/record_reader.h"
#include "facsim/model/policy.h"
#include "facsim/model/recipe.h"

namespace facsim {

struct ReadyRecipe {
  Recipe recipe;  // with the digests and versions of the files that were read
  FeatureTables tables;
};

// Returns a recipe by its name, or from a file if the name ends in ".toml". Files that it names are
// searched for beside that file. Throws Error.
[[nodiscard]] Recipe find_recipe(const std::string& name_or_file);

// Sets the fields of JSON records that the recipe needs.
void ask_for_fields(const Recipe& recipe, ReadOptions& options);

// Returns `read` with the fields that the keep policy and the recipe need.
[[nodiscard]] ReadOptions reading_of(ReadOptions read, const Policy& policy, const Recipe& recipe);

// Reads the files that `recipe` needs. `jieba_files`: where jieba's tables may be, best first.
// Throws Error that names a file if it is missing, damaged, or not the one the recipe was made
// with.
[[nodiscard]] ReadyRecipe make_ready(Recipe recipe, const std::vector<std::string>& jieba_files);

}  // namespace facsim

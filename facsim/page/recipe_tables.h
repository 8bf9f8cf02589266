// SPDX-License-Identifier: Apache-2.0
#pragma once
// The files that a recipe needs, read and named by their contents.

#include <optional>
#include <string>
#include <vector>

#include "facsim/features/feature_maker.h"
#include "facsim/input/record_reader.h"
#include "facsim/model/policy.h"
#include "facsim/model/recipe.h"

namespace facsim {

struct ReadyRecipe {
  Recipe recipe;  // with the digests and versions of what was read
  FeatureTables tables;
};

// A recipe by its name, or out of a file where the name ends in ".toml". Files that it names are
// looked for beside that file. Throws Error.
[[nodiscard]] Recipe find_recipe(const std::string& name_or_file);

// Tells the reader which fields of JSON records the recipe wants.
void ask_for_fields(const Recipe& recipe, ReadOptions& options);

// `read` with the fields that the keep policy and the recipe ask for.
[[nodiscard]] ReadOptions reading_of(ReadOptions read, const Policy& policy, const Recipe& recipe);

// Reads what `recipe` needs. `jieba_files`: where jieba's tables may be, best first. Throws Error
// that names the file: not there, broken, or not the one the recipe was made with.
[[nodiscard]] ReadyRecipe make_ready(Recipe recipe, const std::vector<std::string>& jieba_files);

}  // namespace facsim

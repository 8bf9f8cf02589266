// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the verbs of `facsim index` share.

#include <string>

#include "apps/settings.h"
#include "facsim/model/recipe.h"
#include "facsim/store/manifest.h"

namespace facsim {

void run_index_query(const Settings& settings);
void run_index_join(const Settings& settings);

[[noreturn]] void throw_index_usage();

// Whether there is a manifest in the folder.
[[nodiscard]] bool is_index_folder(const std::string& path);

// The recipe of the fingerprints that the settings name: of pages the one they are made by, of
// files what --recipe says, else 0, `external`.
struct GivenRecipe {
  RecipeId id{0};
  std::string name;
  std::string text;  // TOML of pages' recipes
};
[[nodiscard]] GivenRecipe given_recipe(bool are_pages, const Settings& settings);

// Throws Error{invalid_argument} where the given fingerprints are of another recipe than the index.
void require_recipe(const Manifest& manifest, const GivenRecipe& given, const std::string& folder);

}  // namespace facsim

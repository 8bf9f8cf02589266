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

// The recipe that the fingerprints of a file are of; 0 where nobody says (`external`).
[[nodiscard]] RecipeId recipe_of_fingerprints(const Settings& settings);

// Throws Error{invalid_argument} where the given fingerprints are of another recipe than the index.
void require_recipe(const Manifest& manifest, const Settings& settings, const std::string& folder);

}  // namespace facsim

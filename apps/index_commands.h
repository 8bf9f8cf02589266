// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the verbs of `facsim index` share.

#include <cstdint>
#include <string>
#include <vector>

#include "apps/fingerprint_input.h"
#include "apps/output.h"
#include "apps/settings.h"
#include "facsim/engine/open_index.h"
#include "facsim/model/recipe.h"
#include "facsim/store/manifest.h"

namespace facsim {

void run_index_query(const Settings& settings);
void run_index_join(const Settings& settings);

// Answers pages in an index of pages; returns how many answers the limit cut.
std::uint64_t query_page_index(const OpenIndex& index, const std::vector<std::string>& paths,
                               const Settings& settings, Output& output);

[[noreturn]] void throw_index_usage();

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

// The same for what is added to the index or looked up in it.
void require_inputs_of(const Manifest& manifest, const IndexInputs& inputs,
                       const Settings& settings, const std::string& folder);

}  // namespace facsim

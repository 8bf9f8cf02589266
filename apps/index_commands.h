// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the verbs of `facsim index` share.

#include <cstdint>
#include <string>
#include <vector>

#include "apps/fingerprint_input.h"
#include "apps/output.h"
#include "apps/settings.h"
#include "facsim/known/index_changes.h"
#include "facsim/known/index_pages.h"
#include "facsim/known/open_index.h"
#include "facsim/model/recipe.h"
#include "facsim/model/skip.h"
#include "facsim/report/rows.h"
#include "facsim/store/manifest.h"

namespace facsim {

void run_index_query(const Settings& settings);
void run_index_join(const Settings& settings);
void run_index_rebuild(const Settings& settings);

// Answers pages in an index of pages; returns how many answers the limit cut.
std::uint64_t query_page_index(const OpenIndex& index, const std::vector<std::string>& paths,
                               const Settings& settings, Output& output);

// The line of a query that cannot be read, with --jsonl: so there is a line for each.
void print_unread_query(const PageName& name, Skip why, std::string& out);

[[noreturn]] void throw_index_usage();

// The words of the command from the one of this number on.
[[nodiscard]] std::vector<std::string> words_after(const Settings& settings, std::size_t first);
[[nodiscard]] IndexChangeOptions change_options(const Settings& settings);
[[nodiscard]] std::string entries_text(std::uint64_t count);  // "1 entry", "2 entries"

// The pages that the index in `folder` gets. Throws what find_inputs() throws.
[[nodiscard]] IndexPages index_pages(const std::vector<std::string>& paths,
                                     const std::string& folder, const Settings& settings);
// Reads them, shows how far it is, and prints what there is to warn of.
void read_pages(IndexPages& pages, Corpus& corpus, Scratch& scratch, const Settings& settings);

// The recipe of the fingerprints that the settings name: of pages the one they are made by, of
// files what --recipe says (a name, a file or the 16 digits of an id), else 0, `external`.
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

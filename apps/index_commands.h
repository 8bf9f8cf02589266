// SPDX-License-Identifier: Apache-2.0
#pragma once
// Declarations shared by the verbs of `facsim index`.

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

// Answers queries of pages in an index of pages. Returns how many answers the limit cut.
std::uint64_t query_page_index(const OpenIndex& index, const std::vector<std::string>& paths,
                               const Settings& settings, Output& output);

// Appends the --jsonl line of a query that cannot be read, so that every query has a line.
void print_unread_query(const PageName& name, Skip why, std::string& out);

[[noreturn]] void throw_index_usage();

// The words of the command, beginning with number `first`.
[[nodiscard]] std::vector<std::string> words_after(const Settings& settings, std::size_t first);
[[nodiscard]] IndexChangeOptions change_options(const Settings& settings);
[[nodiscard]] std::string entries_text(std::uint64_t count);  // "1 entry", "2 entries"

// The pages that the index in `folder` will receive. Throws what find_inputs() throws.
[[nodiscard]] IndexPages index_pages(const std::vector<std::string>& paths,
                                     const std::string& folder, const Settings& settings);
// Reads the pages, shows the progress, and prints the warnings.
void read_pages(IndexPages& pages, Corpus& corpus, Scratch& scratch, const Settings& settings);

// The recipe of the given fingerprints. For pages it is the recipe that computes them; for files it
// is the value of --recipe (a name, a file or the 16 digits of an id), else 0, `external`.
struct GivenRecipe {
  RecipeId id{0};
  std::string name;
  std::string text;  // the recipe of pages as TOML
};
[[nodiscard]] GivenRecipe given_recipe(bool are_pages, const Settings& settings);

// Throws Error{invalid_argument} if the given fingerprints have another recipe than the index.
void require_recipe(const Manifest& manifest, const GivenRecipe& given, const std::string& folder);

// The same check for inputs that are added to the index or looked up in it.
void require_inputs_of(const Manifest& manifest, const IndexInputs& inputs,
                       const Settings& settings, const std::string& folder);

}  // namespace facsim

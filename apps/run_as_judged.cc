// SPDX-License-Identifier: Apache-2.0
#include "apps/run_as_judged.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/page/recipe_tables.h"

namespace facsim {
namespace {

// The recipe's text without the lines that tie it to the bits of one program.
std::string without_versions(const std::string& toml) {
  std::string rest;
  for (std::size_t begin = 0; begin < toml.size();) {
    const std::size_t end = std::min(toml.find('\n', begin), toml.size() - 1) + 1;
    const std::string_view line = std::string_view(toml).substr(begin, end - begin);
    if (!line.starts_with("version = ") && !line.starts_with("unicode = ")) rest += line;
    begin = end;
  }
  return rest;
}

}  // namespace

ReadOptions read_options_of(const RunFacts& run, const Recipe& recipe) {
  ReadOptions options{.page_bytes_max = run.page_bytes_max,
                      .text_field = run.text_field,
                      .html_field = run.html_field,
                      .id_field = run.id_field,
                      .url_field = run.url_field,
                      .time_field = {},
                      .keep_fields = {},
                      .named_fields = {},
                      .status_field = run.status_field,
                      .judged_statuses = {},  // every page with a row was judged
                      .extra_fields = {},
                      .given_field = {}};
  ask_for_fields(recipe, options);
  return options;
}

Recipe recipe_of(const RunFacts& run, const std::string& where) {
  try {
    return parse_recipe(run.recipe_toml, where);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    return parse_recipe(without_versions(run.recipe_toml), where);
  }
}

ReadyProfile judging_of(const RunFacts& run, const Recipe& recipe, const Settings& settings) {
  ReadyProfile judging;
  judging.profile = profile_named(run.profile);
  ReadyRecipe ready = make_ready(recipe, settings.jieba_files());
  if (hex(ready.recipe.id()) != run.recipe_id) {
    throw Error(ErrorCode::unsupported, "this program makes recipe '" + run.recipe_name + "' as " +
                                            hex(ready.recipe.id()) + ", the run had " +
                                            run.recipe_id);
  }
  judging.profile.recipe = std::move(ready.recipe);
  judging.tables = std::move(ready.tables);
  judging.profile.units_min = run.units_min;
  judging.profile.max_distance = run.max_distance;
  judging.profile.thresholds.min_resemblance = run.min_resemblance;
  judging.profile.thresholds.min_agreement = run.min_agreement;
  judging.profile.thresholds.min_containment = run.min_containment;
  judging.profile.thresholds.min_containment_to_remove = run.min_containment_to_remove;
  judging.profile.thresholds.names = run.names;
  return judging;
}

}  // namespace facsim

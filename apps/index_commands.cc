// SPDX-License-Identifier: Apache-2.0
#include "apps/index_commands.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "apps/hexadecimal.h"
#include "apps/interrupt.h"
#include "apps/json.h"
#include "apps/watched_run.h"
#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/known/calibrate.h"
#include "facsim/known/page_manifest.h"
#include "facsim/page/recipe_tables.h"

namespace facsim {
namespace {

constexpr std::string_view kExternal = "external";

constexpr std::size_t kRecipeIdDigits = 16;

// Parses an id as `index info` prints it. It is the only way to name the recipe of fingerprints
// that an earlier program made.
std::optional<RecipeId> recipe_id_in(const std::string& word) {
  std::uint64_t id = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, failed] = std::from_chars(word.data(), end, id, 16);
  if (word.size() != kRecipeIdDigits || failed != std::errc{} || stop != end) return {};
  return RecipeId{id};
}

}  // namespace

std::vector<std::string> words_after(const Settings& settings, std::size_t first) {
  return {settings.inputs.begin() + static_cast<std::ptrdiff_t>(first), settings.inputs.end()};
}

IndexChangeOptions change_options(const Settings& settings) {
  return {.design = settings.design,
          .memory_bytes = settings.limits.memory_bytes,
          .costs = calibrated_once,
          .threads = settings.limits.threads,
          .check = throw_if_interrupted};
}

std::string entries_text(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " entry" : " entries");
}

IndexPages index_pages(const std::vector<std::string>& paths, const std::string& folder,
                       const Settings& settings) {
  return {paths, settings.read_options(), settings.limits, &interrupted(), folder};
}

void read_pages(IndexPages& pages, Corpus& corpus, Scratch& scratch, const Settings& settings) {
  WatchedRun watched(settings);
  pages.read(corpus, settings.judged_by(), watched.hooks(), scratch);
  watched.finish();
  for (const std::string& warning : pages.warnings()) print_warning(warning);
  const std::uint64_t too_short = pages.counts().too_short;
  if (too_short > 0 && !settings.quiet) {
    print_message(human_count(too_short) + (too_short == 1 ? " page is" : " pages are") +
                  " too short for a fingerprint (--min-units): only the very same text finds it");
  }
}

void print_unread_query(const PageName& name, Skip why, std::string& out) {
  out += json_line({{"query", label_of(name)},
                    {"matches", OrderedJson::array()},
                    {"truncated", false},
                    {"skipped", name_of(why)}});
}

void throw_index_usage() {
  throw Error{ErrorCode::invalid_argument,
              "index needs build INPUT... -o IDX, add IDX INPUT..., delete IDX ID..., query IDX "
              "INPUT..., join IDX [INPUT...] or INPUT..., info IDX, check IDX, compact IDX, "
              "export IDX, or rebuild IDX INPUT... (see 'facsim help index')"};
}

GivenRecipe given_recipe(bool are_pages, const Settings& settings) {
  if (are_pages) {
    const ReadyProfile judging = judging_for_index(settings);
    const Recipe& recipe = judging.profile.recipe;
    return {recipe.fingerprint_id(), recipe.name, to_toml(recipe)};
  }
  if (!settings.recipe || *settings.recipe == kExternal)
    return {RecipeId{0}, std::string(kExternal), ""};
  if (const std::optional<RecipeId> id = recipe_id_in(*settings.recipe)) {
    return {*id, *settings.recipe, ""};
  }
  const Recipe recipe = make_ready(find_recipe(*settings.recipe), settings.jieba_files()).recipe;
  return {recipe.fingerprint_id(), recipe.name, ""};
}

void require_recipe(const Manifest& manifest, const GivenRecipe& given, const std::string& folder) {
  if (given.id == manifest.recipe) return;
  const auto named = [](const std::string& name, RecipeId id) {
    return "recipe '" + name + "' (" + hexadecimal(static_cast<std::uint64_t>(id)) + ")";
  };
  throw Error{ErrorCode::invalid_argument,
              "holds fingerprints of " + named(manifest.recipe_name, manifest.recipe) +
                  ", these are of " + named(given.name, given.id) +
                  "; fingerprints of different recipes say nothing of each other (--recipe names "
                  "the one of a file, or its id)",
              folder};
}

void require_inputs_of(const Manifest& manifest, const IndexInputs& inputs,
                       const Settings& settings, const std::string& folder) {
  if (manifest.kind == IndexKind::pages && inputs.are_pages) {
    return require_pages_of(settings.judged_by().profile.recipe, manifest, folder);
  }
  require_recipe(manifest, given_recipe(inputs.are_pages, settings), folder);
}

}  // namespace facsim

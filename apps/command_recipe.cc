// SPDX-License-Identifier: Apache-2.0
// facsim recipe and facsim profile: list and show the known recipes and profiles.
#include <algorithm>
#include <filesystem>

#include "apps/commands.h"
#include "apps/flag_tables.h"
#include "apps/output.h"
#include "apps/program_words.h"
#include "facsim/base/error.h"
#include "facsim/base/nearest.h"
#include "facsim/model/profile.h"
#include "facsim/page/recipe_tables.h"

namespace facsim {
namespace {

[[noreturn]] void throw_missing_word(const Settings& settings, std::string_view wants) {
  const std::string first = settings.inputs.empty() ? "" : settings.inputs.front();
  const std::vector<std::string_view> verbs = verbs_of(command_named(settings.command));
  const bool is_verb = std::find(verbs.begin(), verbs.end(), first) != verbs.end();
  throw Error(ErrorCode::invalid_argument, settings.command + " needs " + std::string(wants) +
                                               (is_verb ? "" : suggestion(first, verbs)) +
                                               " (see 'facsim help " + settings.command + "')");
}

// Returns find(name). If it throws, the error suggests the nearest known name.
template <class Find>
auto found_by_name(const std::string& name, const std::vector<std::string_view>& known, Find find) {
  try {
    return find(name);
  } catch (const Error& error) {
    throw Error(error.code(), error.sentence() + suggestion(name, known));
  }
}

std::string padded(std::string_view text, std::size_t width) {
  std::string line(text);
  line.resize(std::max(width, line.size() + 1), ' ');
  return line;
}

void list_recipes(const Settings& settings, Output& output) {
  for (const NamedRecipe& named : named_recipes()) {
    std::string id = "-";
    std::string note;
    try {
      id = hex(make_ready(recipe_named(named.name), settings.jieba_files()).recipe.id());
    } catch (const Error&) {
      note = " (cannot be computed here: see 'facsim recipe show " + std::string(named.name) + "')";
    }
    output.write(padded(named.name, 23) + padded(id, 18) + std::string(named.about) + note + "\n");
  }
}

// Writes the tables' file names relative to the recipe's folder, so that the shown text can be
// stored there.
void name_beside(Recipe& recipe, const std::string& file) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(file).parent_path();
  if (folder.empty() || !file.ends_with(".toml")) return;
  for (TableRef* table :
       {&recipe.features.idf, &recipe.features.stop_words, &recipe.features.topic}) {
    if (table->file.empty() || table->file == "jieba") continue;
    table->file = fs::path(table->file).lexically_proximate(folder).string();
  }
}

void show_recipe(const Settings& settings, const std::string& name, Output& output) {
  Recipe recipe = name.ends_with(".toml") ? find_recipe(name)
                                          : found_by_name(name, recipe_words(), recipe_named);
  std::string note;
  try {
    recipe = make_ready(recipe, settings.jieba_files()).recipe;
    note = "# id " + hex(recipe.id()) + ", fingerprint " + hex(recipe.fingerprint_id()) +
           ", sketch " + hex(recipe.sketch_id()) + "\n";
  } catch (const Error& error) {
    note = "# cannot be computed here: " + error.sentence().in(program_words) + "\n";
  }
  name_beside(recipe, name);
  output.write(note + to_toml(recipe));
}

}  // namespace

void run_recipe(const Settings& settings) {
  constexpr std::string_view kWants = "list, show NAME or check FILE.toml...";
  if (settings.inputs.empty()) throw_missing_word(settings, kWants);
  const std::string& verb = settings.inputs[0];
  Output output;
  if (verb == "list" && settings.inputs.size() == 1) {
    list_recipes(settings, output);
  } else if (verb == "show" && settings.inputs.size() == 2) {
    show_recipe(settings, settings.inputs[1], output);
  } else if (verb == "check" && settings.inputs.size() > 1) {
    for (std::size_t i = 1; i < settings.inputs.size(); ++i) {
      const ReadyRecipe ready = make_ready(find_recipe(settings.inputs[i]), settings.jieba_files());
      output.write(settings.inputs[i] + ": recipe '" + ready.recipe.name + "', id " +
                   hex(ready.recipe.id()) + "\n");
    }
  } else {
    throw_missing_word(settings, kWants);
  }
  output.finish();
}

void run_profile(const Settings& settings) {
  constexpr std::string_view kWants = "list or show NAME";
  if (settings.inputs.empty()) throw_missing_word(settings, kWants);
  Output output;
  if (settings.inputs[0] == "list" && settings.inputs.size() == 1) {
    for (const NamedProfile& named : named_profiles()) {
      output.write(padded(named.name, 12) + std::string(named.about) + "\n");
    }
  } else if (settings.inputs[0] == "show" && settings.inputs.size() == 2) {
    output.write(to_toml(found_by_name(settings.inputs[1], profile_words(), profile_named)));
  } else {
    throw_missing_word(settings, kWants);
  }
  output.finish();
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
// Definitions shared by the pieces of the table of flags: choices, meanings, defaults.
#include "apps/flag_tables.h"
#include "apps/values.h"
#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/index/masks.h"
#include "facsim/model/recipe.h"

namespace facsim {

namespace {
using Word = std::string_view;
}  // namespace

std::vector<Word> keep_words() {
  std::vector<Word> words = words_of<keep_names>();
  std::erase(words, name_of(Keep::field));  // takes a field's name, too
  return words;
}

std::vector<Word> on_or_off_words() { return {"on", "off"}; }

std::vector<Word> recipe_words() {
  std::vector<Word> words;
  for (const NamedRecipe& recipe : named_recipes()) words.push_back(recipe.name);
  return words;
}

std::vector<Word> profile_words() {
  std::vector<Word> words;
  for (const NamedProfile& profile : named_profiles()) words.push_back(profile.name);
  return words;
}

std::string by_profile(std::string (*value)(const Profile& profile)) {
  const std::string usual = value(profile_named(Settings().profile));
  std::string others;
  for (const Word name : profile_words()) {
    const std::string other = value(profile_named(name));
    if (other == usual) continue;
    others.append(others.empty() ? " (" : ", ").append(name).append(": ").append(other);
  }
  return usual + others + (others.empty() ? "" : ")");
}

void apply_threads(Word name, Word word, Settings& settings) {
  settings.limits.threads = static_cast<int>(whole_number(name, word, {1, limits::kThreadsMax}));
}

void apply_distance(Word name, Word word, Settings& settings) {
  settings.max_distance = static_cast<int>(whole_number(name, word, {0, kMaxMaskDistance}));
}

void apply_names(Word name, Word word, Settings& settings) {
  if (word != "on" && word != "off") throw_not_one_of(name, word, on_or_off_words());
  settings.names = word == "on";
}

void apply_recipe(Word name, Word word, Settings& settings) {
  settings.recipe = not_empty(name, word);
  // A name is checked now; a file is read when its fields are known.
  if (!word.ends_with(".toml")) (void)recipe_named(word);
}

void apply_keep(Word name, Word word, Settings& settings) {
  try {
    settings.policy.keep = keep_keys_of(word);
  } catch (const Error& error) {
    throw Error(error.code(), std::string(name) + ": " + error.sentence());
  }
}

void apply_mode(Word name, Word word, Settings& settings) {
  settings.folder.mode = chosen(name, word, mode_named(word), mode_names());
}

void apply_rows(Word name, Word word, Settings& settings) {
  settings.folder.rows = chosen(name, word, row_files_named(word), row_files_names());
}

void apply_remove(Word name, Word word, Settings& settings) {
  settings.policy.remove = {};
  for (const std::string& part : comma_list(name, word)) {
    settings.policy.remove.add(chosen(name, part, kind_named(part), kind_names()));
  }
}

}  // namespace facsim

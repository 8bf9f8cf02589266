// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/recipe_tables.h"

#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/features/icu_words.h"
#include "facsim/files/own_file.h"
#include "facsim/ready_profile.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

std::string read_file(const std::string& path) {
  std::error_code failure;
  if (!fs::exists(path, failure)) throw Error{ErrorCode::not_found, "there is no such file", path};
  if (fs::is_directory(path, failure)) {
    throw Error{ErrorCode::invalid_argument, "is a folder, not a file", path};
  }
  return read_own_file(path, limits::kTableFileBytesMax, "is larger than 1 GiB, which no table is");
}

// Runs `parse` and prefixes its errors with the file's name.
template <class Parse>
auto parse_file(const std::string& path, Parse parse) {
  const std::string bytes = read_file(path);
  try {
    return parse(std::string_view(bytes));
  } catch (const Error& error) {
    throw Error{error.code(), error.sentence(), path};
  }
}

void check_digest(const TableRef& table, std::uint64_t digest, const std::string& path) {
  if (table.digest == 0 || table.digest == digest) return;
  throw Error{ErrorCode::invalid_argument,
              "is not the table that the recipe was made with: its digest is " +
                  hex(RecipeId{digest}) + ", the recipe says " + hex(RecipeId{table.digest}) +
                  "; find the old file, or leave the digest out to make a new recipe",
              path};
}

void check_made_with(UnitSpec& units, const std::string& here) {
  if (!units.made_with.empty() && units.made_with != here) {
    throw Error{ErrorCode::unsupported, "the recipe was made with " + units.made_with +
                                            ", here is " + here +
                                            "; leave made_with out to make a new recipe"};
  }
  units.made_with = here;
}

std::shared_ptr<const JiebaTables> read_jieba(const std::vector<std::string>& files) {
  std::error_code failure;
  for (const std::string& file : files) {
    if (!fs::exists(file, failure)) continue;
    return parse_file(file, [](std::string_view bytes) {
      return std::make_shared<const JiebaTables>(JiebaTables::parse(bytes));
    });
  }
  std::string looked;
  for (const std::string& file : files) looked += (looked.empty() ? "" : ", ") + file;
  throw Error{ErrorCode::not_found,
              "jieba's tables are not there (looked for " + looked +
                  "); install the package python3-jieba and build again, or name the file with " +
                  Named::jieba};
}

}  // namespace

Recipe find_recipe(const std::string& name_or_file) {
  if (!name_or_file.ends_with(".toml")) return recipe_named(name_or_file);
  Recipe recipe = parse_recipe(read_file(name_or_file), name_or_file);
  const fs::path folder = fs::path(name_or_file).parent_path();
  const auto place = [&](TableRef& table) {
    if (!table.file.empty() && table.file != "jieba") table.file = (folder / table.file).string();
  };
  place(recipe.features.idf);
  place(recipe.features.stop_words);
  place(recipe.features.topic);
  return recipe;
}

void ask_for_fields(const Recipe& recipe, ReadOptions& options) {
  for (const PartSpec& part : recipe.parts) {
    if (!part.field.empty()) options.extra_fields.push_back(part.field);
  }
  options.given_field = recipe.units.field;
  // The Python package accepts all weights.
  options.any_weight = recipe.fingerprint.hash == FeatureHash::md5;
}

ReadOptions reading_of(ReadOptions read, const Policy& policy, const Recipe& recipe) {
  std::vector<std::string> fields = fields_of(policy.keep);
  if (!fields.empty()) read.keep_fields = std::move(fields);
  std::vector<std::string>& named = read.named_fields;
  if (!read.time_field.empty()) named.push_back(read.time_field);
  named.insert(named.end(), read.keep_fields.begin(), read.keep_fields.end());
  ask_for_fields(recipe, read);
  return read;
}

ReadyRecipe make_ready(Recipe recipe, const std::vector<std::string>& jieba_files) {
  ReadyRecipe ready;
  FeatureTables& tables = ready.tables;
  FeatureSpec& features = recipe.features;
  const bool has_jieba_idf = features.idf.file == "jieba";
  if (recipe.units.kind == UnitKind::jieba_words || has_jieba_idf) {
    tables.jieba = read_jieba(jieba_files);
    const std::string digest = hex(RecipeId{tables.jieba->digest()});
    if (recipe.units.kind == UnitKind::jieba_words) {
      check_made_with(recipe.units, "jieba " + digest);
    }
    if (has_jieba_idf) {
      check_digest(features.idf, tables.jieba->digest(), "jieba's tables");
      features.idf.digest = tables.jieba->digest();
    }
  }
  if (recipe.units.kind == UnitKind::icu_words) check_made_with(recipe.units, icu_version());

  const auto read = [&](TableRef& ref, auto& into, auto parse) {
    if (ref.file.empty()) return;
    auto table = parse_file(ref.file, parse);
    check_digest(ref, table.digest(), ref.file);
    ref.digest = table.digest();
    into = std::make_shared<const decltype(table)>(std::move(table));
  };
  if (!has_jieba_idf) read(features.idf, tables.idf, IdfTable::parse);
  read(features.stop_words, tables.stop_words, [&](std::string_view text) {
    return WordList::parse_stop_words(text, {.kind = recipe.units.kind, .units_max = 1});
  });
  read(features.topic, tables.topic, [&](std::string_view text) {
    return WordList::parse_topic(text,
                                 {.kind = recipe.units.kind, .units_max = features.lengths.back()});
  });
  ready.recipe = std::move(recipe);
  return ready;
}

ReadyProfile ready_profile(const std::string& profile, const std::string& recipe,
                           const std::string& jieba_tables) {
  ReadyProfile judge{.profile = profile_named(profile), .tables = {}};
  if (!recipe.empty()) judge.profile.recipe = find_recipe(recipe);
  ReadyRecipe ready = make_ready(
      std::move(judge.profile.recipe),
      jieba_tables.empty() ? std::vector<std::string>{} : std::vector<std::string>{jieba_tables});
  judge.profile.recipe = std::move(ready.recipe);
  judge.tables = std::move(ready.tables);
  return judge;
}

}  // namespace facsim

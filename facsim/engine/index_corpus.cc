// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/index_corpus.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBatchPrefix = "batch.";
constexpr std::size_t kBatchesMax = 1000;
constexpr std::size_t kGenerationDigits = 20;

// As PageSectionsBuilder wants it. Standard input cannot be read again.
std::string root_of(const InputFile& file) {
  if (file.name == "-") return {};
  std::error_code failed;
  const std::string path = fs::absolute(file.path, failed).lexically_normal().string();
  if (failed) return {};
  const std::string ending = "/" + file.name;
  if (path.ends_with(ending)) return path.substr(0, path.size() - file.name.size());
  return path;
}

// Empty where there is no page.
std::string batch_property(const Corpus& corpus) {
  std::vector<std::uint64_t> names;
  for (const InputFile& file : corpus.files) names.push_back(hash64(file.name));
  std::uint64_t key = 0;
  bool has_pages = false;
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    const PageRow row = corpus.rows.at(page);
    if (!row.has_text) continue;
    key = combine(key, names[row.file]);
    key = combine(key, row.offset);
    key = combine(key, row.digest.low);
    has_pages = true;
  }
  if (!has_pages) return {};
  return std::string(kBatchPrefix) + hex(RecipeId{key});
}

// A manifest is a small file; what was added long ago is not added again by mistake.
void forget_old_batches(Manifest& manifest) {
  std::vector<std::pair<std::string, std::string>> batches;  // generation, name
  for (const auto& [name, generation] : manifest.properties) {
    if (name.starts_with(kBatchPrefix)) batches.emplace_back(generation, name);
  }
  if (batches.size() <= kBatchesMax) return;
  std::sort(batches.begin(), batches.end());
  batches.resize(batches.size() - kBatchesMax);
  for (const auto& [generation, name] : batches) manifest.properties.erase(name);
}

}  // namespace

Manifest manifest_for_pages(const Profile& profile, int max_distance) {
  Manifest manifest;
  manifest.kind = IndexKind::pages;
  manifest.recipe = profile.recipe.fingerprint_id();
  manifest.recipe_name = profile.recipe.name;
  manifest.recipe_text = to_toml(profile.recipe);
  manifest.sketch_recipe = profile.recipe.sketch_id();
  manifest.max_distance = static_cast<std::uint32_t>(max_distance);
  return manifest;
}

void require_pages_of(const Recipe& recipe, const Manifest& manifest, const std::string& folder) {
  if (manifest.kind != IndexKind::pages) {
    throw Error{ErrorCode::invalid_argument,
                "is an index of fingerprints, which say nothing more of their pages; build one of "
                "pages with 'facsim index build PAGES -o IDX'",
                folder};
  }
  if (manifest.recipe == recipe.fingerprint_id() && manifest.sketch_recipe == recipe.sketch_id()) {
    return;
  }
  const RecipeId sketch = manifest.sketch_recipe.value_or(RecipeId{0});
  throw Error{ErrorCode::invalid_argument,
              "holds pages of recipe '" + manifest.recipe_name + "' (fingerprint " +
                  hex(manifest.recipe) + ", sketch " + hex(sketch) +
                  "), these are judged by recipe '" + recipe.name + "' (" +
                  hex(recipe.fingerprint_id()) + ", " + hex(recipe.sketch_id()) +
                  "); use the flags that the index was built with",
              folder};
}

void add_pages(const Corpus& corpus, const std::function<bool(std::uint32_t)>& wanted,
               PageBatch& batch) {
  std::uint32_t file = 0;
  std::string root = corpus.files.empty() ? std::string() : root_of(corpus.files.front());
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    const PageRow row = corpus.rows.at(page);
    if (!row.has_text || !wanted(page)) continue;
    if (row.file != file) {
      file = row.file;
      root = root_of(corpus.files[file]);
    }
    batch.add(row, corpus.name_of(row), root, corpus.anchors_of(row));
  }
}

void note_batch(const Corpus& corpus, Manifest& manifest) {
  const std::string name = batch_property(corpus);
  if (name.empty()) return;
  // With leading zeros, so that the order of the texts is that of the numbers.
  std::string generation = std::to_string(manifest.generation + 1);
  generation.insert(0, kGenerationDigits - std::min(kGenerationDigits, generation.size()), '0');
  manifest.properties.emplace(name, generation);
  forget_old_batches(manifest);
}

bool has_batch(const Corpus& corpus, const Manifest& manifest) {
  return manifest.properties.contains(batch_property(corpus));
}

}  // namespace facsim

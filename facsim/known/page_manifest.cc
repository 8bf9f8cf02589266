// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/page_manifest.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "facsim/base/error.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

// Returns the version in the recipe's text; 0 if it has none.
std::uint64_t recipe_version_of(const Manifest& manifest) {
  constexpr std::string_view kLine = "\nversion = ";
  const std::string& text = manifest.recipe_text;
  const std::size_t at = text.find(kLine);
  std::uint64_t version = 0;
  if (at != std::string::npos) {
    std::from_chars(text.data() + at + kLine.size(), text.data() + text.size(), version);
  }
  return version;
}

}  // namespace

std::string root_of(const PagePlace& place) {
  std::string path = place.path;
  std::error_code failed;
  if (!path.empty()) path = fs::absolute(path, failed).lexically_normal().string();
  if (failed) return {};
  if (path.ends_with("/" + place.file)) return path.substr(0, path.size() - place.file.size());
  return path;
}

PageName indexed_name(PageName name, Manifest& next) {
  if (name.id.empty() && name.file.empty()) name.id = std::to_string(next.next_id++);
  return name;
}

int usual_distance(const Profile& profile) { return std::max(3, profile.max_distance); }

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
                "pages with '" +
                    Named::index_build_pages + "'",
                folder};
  }
  if (manifest.recipe == recipe.fingerprint_id() && manifest.sketch_recipe == recipe.sketch_id()) {
    return;
  }
  const std::uint64_t version = recipe_version_of(manifest);
  if (version != 0 && version != kRecipeVersion) {
    throw Error{ErrorCode::invalid_argument,
                "its pages were read by version " + std::to_string(version) +
                    " of the recipes, this program has version " + std::to_string(kRecipeVersion) +
                    "; read them again with '" + Named::index_rebuild + " " + folder + " INPUT...'",
                folder};
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

}  // namespace facsim

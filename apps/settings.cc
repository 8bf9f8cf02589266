// SPDX-License-Identifier: Apache-2.0
#include "apps/settings.h"

#include <algorithm>
#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/index/planner.h"
#include "facsim/page/recipe_tables.h"

namespace facsim {

namespace {

// check_recipe() reports fields of a recipe file, which a user of --topic does not have.
void require_topic_fits(const Recipe& recipe) {
  constexpr const char* kUse = "use it with 'course' or 'icu-words', or a recipe of words of yours";
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorCode::invalid_argument, "recipe '" + recipe.name + "' " + why +
                                                 ", so --topic cannot be added to it; " + kUse);
  };
  const UnitKind kind = recipe.units.kind;
  if (kind == UnitKind::jieba_words && recipe.features.weighting == Weighting::tf_idf &&
      recipe.features.idf.file == "jieba") {
    refuse("reproduces another program's bits");
  }
  if (kind == UnitKind::given) refuse("takes features that are given with their weights");
  if (kind == UnitKind::bytes || kind == UnitKind::characters || kind == UnitKind::utf16) {
    refuse("is of windows, not of words");
  }
}

}  // namespace

bool Settings::is_given(std::string_view flag) const {
  return std::find(flags_given.begin(), flags_given.end(), flag) != flags_given.end();
}

int Settings::index_distance() const { return max_distance.value_or(PlanWish().max_distance); }

Recipe Settings::named_recipe() const {
  Recipe chosen = recipe ? find_recipe(*recipe) : profile_named(profile).recipe;
  if (text) {
    if (!chosen.reads_one_text()) {
      throw Error(ErrorCode::invalid_argument,
                  "--text: recipe '" + chosen.name + "' says itself what it reads");
    }
    chosen.parts[0].part = *text;
  }
  if (shingle_size) chosen.sketch.shingle_size = *shingle_size;
  if (!topic.empty()) {
    require_topic_fits(chosen);
    chosen.features.topic = {.file = topic, .digest = 0};
  }
  check_recipe(chosen, chosen.name);
  return chosen;
}

ReadyProfile Settings::judged_by() const {
  ReadyProfile judging;
  judging.profile = profile_named(profile);
  ReadyRecipe ready = make_ready(named_recipe(), jieba_files());
  judging.profile.recipe = std::move(ready.recipe);
  judging.tables = std::move(ready.tables);
  Profile& chosen = judging.profile;
  if (units_min) chosen.units_min = *units_min;
  if (max_distance) chosen.max_distance = *max_distance;
  if (min_resemblance) chosen.thresholds.min_resemblance = *min_resemblance;
  if (min_agreement) chosen.thresholds.min_agreement = *min_agreement;
  if (min_containment) chosen.thresholds.min_containment = *min_containment;
  if (min_containment_to_remove) {
    chosen.thresholds.min_containment_to_remove = *min_containment_to_remove;
  }
  if (names) chosen.thresholds.names = *names;
  return judging;
}

DedupOptions Settings::dedup_options() const {
  return {.read = read,
          .judge = judged_by(),
          .policy = policy,
          .against = against,
          .loss_warned = loss_warned,
          .limits = limits};
}

std::vector<std::string> Settings::jieba_files() const {
  namespace fs = std::filesystem;
  if (!jieba.empty()) return {jieba};
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure).parent_path();
  return {(program / "jieba.tables").string(),
          (program.parent_path() / "share/facsim/jieba.tables").string()};
}

ReadOptions Settings::read_options() const {
  ReadOptions options = read;
  ask_for_fields(named_recipe(), options);
  return options;
}

}  // namespace facsim

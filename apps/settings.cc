// SPDX-License-Identifier: Apache-2.0
#include "apps/settings.h"

namespace facsim {

Profile Settings::judged_by() const {
  Profile chosen = profile_named(profile);
  if (recipe) chosen.recipe = recipe_named(*recipe);
  if (text) chosen.recipe.text = *text;
  if (shingle_size) chosen.recipe.shingle_size = *shingle_size;
  if (units_min) chosen.units_min = *units_min;
  if (max_distance) chosen.max_distance = *max_distance;
  if (resemblance_min) chosen.thresholds.resemblance_min = *resemblance_min;
  if (containment_min) chosen.thresholds.containment_min = *containment_min;
  return chosen;
}

ReadOptions Settings::read_options() const {
  return {.page_bytes_max = dedup.page_bytes_max,
          .text_field = dedup.text_field,
          .html_field = dedup.html_field,
          .id_field = dedup.id_field,
          .url_field = dedup.url_field,
          .time_field = dedup.time_field,
          .keep_field = {}};
}

}  // namespace facsim

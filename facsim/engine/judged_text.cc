// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/judged_text.h"

#include "facsim/features/units.h"

namespace facsim {

JudgedText judged_text(const Document& document, const Recipe& recipe,
                       std::vector<std::uint64_t>& units) {
  JudgedText judged{.text = document.visible_text, .is_visible = document.has_markup};
  if (document.has_markup && !recipe.judges_all_text()) {
    hash_units(document.main_text, kWordSeed, units);
    if (units.size() >= recipe.fallback_units_min) return {.text = document.main_text};
    judged.used_fallback = true;
  }
  hash_units(judged.text, kWordSeed, units);
  return judged;
}

}  // namespace facsim

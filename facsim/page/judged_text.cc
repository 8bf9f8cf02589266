// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/judged_text.h"

#include <algorithm>

#include "facsim/features/title_key.h"

namespace facsim {

JudgedText judged_text(const Document& document, const Recipe& recipe,
                       std::vector<std::uint64_t>& units) {
  JudgedText judged;
  judged.text = document.visible_text;
  judged.is_visible = document.has_markup;
  if (document.has_markup && !recipe.judges_all_text()) {
    const CharacterBounds characters = hash_units(document.main_text, kWordSeed, units);
    // A title identifies the page of a stub, so the text around it is not needed.
    const std::uint32_t least =
        title_key(document.title) == 0
            ? recipe.fallback_units_min
            : std::min(recipe.fallback_units_min, recipe.titled_fallback_units_min);
    if (units.size() >= least) {
      return {.text = document.main_text, .characters = characters};
    }
    judged.used_fallback = true;
  }
  judged.characters = hash_units(judged.text, kWordSeed, units);
  return judged;
}

}  // namespace facsim

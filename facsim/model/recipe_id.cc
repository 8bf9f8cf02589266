// SPDX-License-Identifier: Apache-2.0
// Computes ids of recipes: hashes of their text form.
#include "facsim/base/hash64.h"
#include "facsim/model/recipe.h"
#include "facsim/model/recipe_words_internal.h"

namespace facsim {

std::string hex(RecipeId id) { return hex_digits(static_cast<std::uint64_t>(id)); }

RecipeId Recipe::fingerprint_id() const {
  const RecipeSections s = sections_of(*this, true);
  return RecipeId{hash64(s.versions + s.text + s.units + s.features + s.fingerprint)};
}

RecipeId Recipe::sketch_id() const {
  // The judged text is the main text or all text; other parts that the fingerprint reads have no
  // influence.
  Recipe judged;
  judged.fallback_units_min = fallback_units_min;
  judged.titled_fallback_units_min = titled_fallback_units_min;
  if (judges_all_text()) judged.parts[0].part = TextPart::all;
  const RecipeSections s = sections_of(*this, true);
  return RecipeId{
      hash64(s.versions + sections_of(judged, true).text + s.sketch + s.anchors + s.layout)};
}

RecipeId Recipe::id() const {
  const RecipeSections s = sections_of(*this, true);
  return RecipeId{hash64(s.versions + s.text + s.units + s.features + s.fingerprint + s.sketch +
                         s.anchors + s.layout)};
}

}  // namespace facsim

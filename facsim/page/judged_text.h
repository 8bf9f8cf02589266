// SPDX-License-Identifier: Apache-2.0
#pragma once
// Chooses the text of a page that is judged: the main text, or all visible text if the recipe wants
// that or if the main text has too few units to describe the page (Recipe::fallback_units_min; with
// a title Recipe::titled_fallback_units_min). Text pages have only one text, which is both.
//
// dedup, compare, fingerprint and extract all use this, so they cannot differ. Cost: one pass over
// the text, two if it falls back.

#include <cstdint>
#include <string_view>
#include <vector>

#include "facsim/features/units.h"
#include "facsim/model/document.h"
#include "facsim/model/recipe.h"

namespace facsim {

// Shingles and lengths use units hashed with this seed, whatever seed the fingerprint has.
inline constexpr std::uint64_t kWordSeed = 0;

struct JudgedText {
  std::string_view text;       // of the document, which must outlive this
  bool is_visible = false;     // all visible text of a page with markup
  bool used_fallback = false;  // because the main text was too short
  CharacterBounds characters;
};

// Leaves the text's units in `units`.
[[nodiscard]] JudgedText judged_text(const Document& document, const Recipe& recipe,
                                     std::vector<std::uint64_t>& units);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the witnesses of two pages (witness.h) say of the pair.

#include <optional>

#include "facsim/model/witness_match.h"
#include "facsim/page/page_facts.h"

namespace facsim {

// Nothing where nobody asks: of a page without a title, and of main texts that are no stubs, of
// other sites, with equal titles, of one URL, or where both are long. Resemblance 0 where
// are_menus_alone(), and where titles of one site differ and a main text is a stub, unless the
// texts are equal and so is, by its sketch, all that is visible.
[[nodiscard]] std::optional<WitnessMatch> match_of_witnesses(const PageFacts& first,
                                                             const PageFacts& second) noexcept;

// Whether all that two pages of other titles may share is their site's: one has no main text, and
// visible text was judged. Unless all of that is the same, they are no duplicates of any kind.
[[nodiscard]] bool are_menus_alone(const PageFacts& first, const PageFacts& second) noexcept;

}  // namespace facsim

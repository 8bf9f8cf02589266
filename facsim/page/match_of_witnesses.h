// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compares the witnesses of two pages (witness.h).

#include <optional>

#include "facsim/model/witness_match.h"
#include "facsim/page/page_facts.h"

namespace facsim {

// Returns nothing if the witnesses do not matter: if a page has no title, or if neither main text
// is a stub and the pages are of different sites, have equal titles, are of one URL, or are both
// long. The resemblance is 0 if are_menus_alone(), if the texts and the marks of equal titles
// differ, and if titles of one site differ and a main text is a stub, unless the texts and, by
// their sketches, all visible texts are equal.
[[nodiscard]] std::optional<WitnessMatch> match_of_witnesses(const PageFacts& first,
                                                             const PageFacts& second) noexcept;

// True if two pages with different titles may share only the text of their site: visible text was
// judged on both, and one has no main text. Unless those texts are equal, the pages are not
// duplicates of any kind.
[[nodiscard]] bool are_menus_alone(const PageFacts& first, const PageFacts& second) noexcept;

}  // namespace facsim

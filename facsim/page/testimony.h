// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the witnesses of two pages (witness.h) say of the pair.

#include <optional>

#include "facsim/page/page_facts.h"

namespace facsim {

// What the texts that were not judged say of two pages.
struct Testimony {
  double resemblance = 0;      // by their sketches; standard error .05 at .8
  bool of_other_pages = true;  // by title or site; else stubs of one title

  // As much is needed where duplicates resemble each other by `min_resemblance`.
  [[nodiscard]] double least(double min_resemblance) const noexcept;
};

// Nothing where nobody asks: of a page without a title, and of main texts that are no stubs, of
// other sites, with equal titles, of one URL, or where both are long. Resemblance 0 where
// are_menus_alone().
[[nodiscard]] std::optional<Testimony> testimony_of(const PageFacts& first,
                                                    const PageFacts& second) noexcept;

// Whether all that two pages of other titles may share is their site's: one has no main text, and
// visible text was judged. Unless all of that is the same, they are no duplicates of any kind.
[[nodiscard]] bool are_menus_alone(const PageFacts& first, const PageFacts& second) noexcept;

}  // namespace facsim

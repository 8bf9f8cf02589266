// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compares the texts of two HTML pages that were not judged.
//
// Pages of one site share templates. If the titles of two pages differ and a main text is short, or
// if a main text is a stub, equal main texts may come from the template alone. Then the rest of
// both pages must agree too.

#include <algorithm>

namespace facsim {

struct WitnessMatch {
  double resemblance = 0;      // 0..1, by their sketches; standard error .05 at .8
  bool of_other_pages = true;  // pages of different titles or sites; otherwise stubs with one title

  // Returns the resemblance that is needed if duplicates need `min_resemblance`. Stubs of one page
  // may have other menus around them, but not a completely different page.
  [[nodiscard]] double required(double min_resemblance) const noexcept {
    return of_other_pages ? min_resemblance : std::min(kStubsVisibleMin, min_resemblance);
  }

  // True if the pages are different although their judged texts resemble each other as given.
  // Agreement alone does not make up for a different title.
  [[nodiscard]] bool are_two(double judged_resemblance, double min_resemblance) const noexcept {
    return resemblance < required(min_resemblance) ||
           (of_other_pages && judged_resemblance < min_resemblance);
  }

  static constexpr double kStubsVisibleMin = 0.5;
};

}  // namespace facsim

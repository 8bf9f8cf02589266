// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the texts that were not judged say of two HTML pages.
//
// Pages of one site share templates: where two have titles that differ and a main text is short, or
// where a main text is a stub, equal main texts may be the template alone. Then the rest of both
// pages must agree too.

#include <algorithm>

namespace facsim {

struct WitnessMatch {
  double resemblance = 0;      // 0..1, by their sketches; standard error .05 at .8
  bool of_other_pages = true;  // by title or site; else stubs of one title

  // As much is needed where duplicates resemble each other by `min_resemblance`. Stubs of one page
  // may stand among other menus, but not on another page altogether.
  [[nodiscard]] double required(double min_resemblance) const noexcept {
    return of_other_pages ? min_resemblance : std::min(kStubsVisibleMin, min_resemblance);
  }

  // Whether they are two though their judged texts resemble each other so much. Agreement alone
  // does not make up for another title.
  [[nodiscard]] bool are_two(double judged_resemblance, double min_resemblance) const noexcept {
    return resemblance < required(min_resemblance) ||
           (of_other_pages && judged_resemblance < min_resemblance);
  }

  static constexpr double kStubsVisibleMin = 0.5;
};

}  // namespace facsim

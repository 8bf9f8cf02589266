// SPDX-License-Identifier: Apache-2.0
#pragma once
// The texts of the first pairs of a review: read again from the inputs, and aligned.

#include <cstddef>
#include <string>
#include <vector>

#include "facsim/compare.h"
#include "facsim/model/review.h"
#include "facsim/report/read_run.h"
#include "facsim/review/review_options.h"

namespace facsim {

// Fills in the texts of review.pairs, in their order, until text_bytes_max is used up. Pages that
// could not be read again become notes. Throws Error{cancelled}.
void add_texts(const RunFacts& run, const ReviewOptions& options, const RunHooks& hooks,
               Review& review);

// Passages short enough for a page: of each that is longer than its share of the page only both
// ends. If there are very many, the middle ones are only counted.
struct ShortPassages {
  std::vector<ReviewPassage> passages;
  std::size_t left_out = 0;
};
[[nodiscard]] ShortPassages shortened(const std::vector<TextPassage>& passages);

}  // namespace facsim

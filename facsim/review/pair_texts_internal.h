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

// Fills what the texts say of review.pairs, in their order, until text_bytes_max is used up. What
// could not be read again becomes notes. Throws Error{cancelled}.
void add_texts(const RunFacts& run, const ReviewOptions& options, const RunHooks& hooks,
               Review& review);

// Passages short enough for a page: of shared ones both ends, of the others all while they are not
// too many and too long, then both ends of each; of very many the middle ones are only counted.
struct ShortPassages {
  std::vector<ReviewPassage> passages;
  std::size_t left_out = 0;
};
[[nodiscard]] ShortPassages shortened(const std::vector<TextPassage>& passages);

}  // namespace facsim

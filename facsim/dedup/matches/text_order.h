// SPDX-License-Identifier: Apache-2.0
#pragma once
// The representative of all pages that have one text.

#include <cstdint>
#include <vector>

#include "facsim/dedup/matches/decided_pairs.h"

namespace facsim {

// The pages of one text (and scope) are one page to the rule: the best of them by keep order.
struct TextOrder {
  const std::vector<std::uint32_t>& ranks;       // of each page
  const std::vector<std::uint32_t>& exact_best;  // of each page, as in Candidates
  const DecidedPairs* decided = nullptr;         // decisions of people on pairs, or null
};

// `same_text` has the same page for all pages of a text; the result has the first of them in keep
// order.
[[nodiscard]] std::vector<std::uint32_t> best_of_texts(const std::vector<std::uint32_t>& same_text,
                                                       const std::vector<std::uint32_t>& ranks);

}  // namespace facsim

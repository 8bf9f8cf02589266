// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which page stands for all that have its text.

#include <cstdint>
#include <vector>

#include "facsim/dedup/matches/decided_pairs.h"

namespace facsim {

// The pages of one text (and scope) are one page to the rule: the best of them by keep order.
struct TextOrder {
  const std::vector<std::uint32_t>& ranks;       // of each page
  const std::vector<std::uint32_t>& exact_best;  // of each page, as in Candidates
  const DecidedPairs* decided = nullptr;         // what people said of pairs, or nothing
};

// `same_text` names one page for all that have a text; the result the one that comes first.
[[nodiscard]] std::vector<std::uint32_t> best_of_texts(const std::vector<std::uint32_t>& same_text,
                                                       const std::vector<std::uint32_t>& ranks);

}  // namespace facsim

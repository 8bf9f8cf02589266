// SPDX-License-Identifier: Apache-2.0
#pragma once
// The leader rule over pairs that were verified before (pair_lists.h): for any thresholds from the
// floor on, and for any keep order.
//
// A pair that is not listed is no match. Both functions read the list once; memory: one component,
// 40 bytes a pair.

#include <cstdint>
#include <vector>

#include "facsim/corpus/scan.h"
#include "facsim/dedup/leaders.h"
#include "facsim/dedup/pair_lists.h"

namespace facsim {

// The pages of one text (and scope) are one page to the rule: the best of them by keep order.
struct TextOrder {
  const std::vector<std::uint32_t>& ranks;       // of each page
  const std::vector<std::uint32_t>& exact_best;  // of each page, as in Candidates
};

// `same_text` names one page for all that have a text; the result the one that comes first.
[[nodiscard]] std::vector<std::uint32_t> best_of_texts(const std::vector<std::uint32_t>& same_text,
                                                       const std::vector<std::uint32_t>& ranks);

// Throws Error{damaged} for pairs that share more than they have.
[[nodiscard]] Decisions apply_leaders_to_pairs(const Corpus& corpus, const TextOrder& order,
                                               PairReader pairs, const Profile& profile,
                                               const Policy& policy, const Run& run);

// How many pages would go if the threshold of kind content were one of .5, .55, ... 1 and all else
// stayed: the rule itself, for all thresholds at once. The threshold is that of agreement where
// that decides, else of resemblance. Those under the floor are left out.
[[nodiscard]] std::vector<WhatIf> count_what_if(const Corpus& corpus, const TextOrder& order,
                                                PairReader pairs, double floor,
                                                const Profile& profile, const Policy& policy,
                                                const Run& run);

}  // namespace facsim

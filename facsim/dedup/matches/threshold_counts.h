// SPDX-License-Identifier: Apache-2.0
#pragma once
// What other thresholds would come to, by the leader rule over pairs that were verified before
// (listed_leaders.h). Each function reads the list once; memory: one component, 40 bytes a pair,
// and 16 bytes for each page that has a kept page's text and stays.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "facsim/dedup/matches/listed_leaders.h"

namespace facsim {

// What a threshold comes to, in pages.
struct ThresholdCounts {
  double threshold = 0;  // 0..1
  std::uint64_t removed = 0;
  std::uint64_t reported = 0;
};

// How many pages would be removed, and how many only reported, if the threshold of kind content
// were one of `thresholds` and all else stayed: the rule itself, for all of them at once, as
// apply_leaders_to_pairs() would say of each. Which threshold: see count_what_if(). At most
// kThresholdsMost of them. Cost: some 50 ns for each pair and threshold.
inline constexpr std::size_t kThresholdsMost = 64;
[[nodiscard]] std::vector<ThresholdCounts> count_thresholds(const Corpus& corpus,
                                                            const TextOrder& order,
                                                            PairReader pairs,
                                                            std::span<const double> thresholds,
                                                            const Profile& profile,
                                                            const Policy& policy, const Run& run);

// How many pages would go if the threshold of kind content were one of .5, .55, ... 1 and all else
// stayed: the rule itself, for all thresholds at once. The threshold is that of agreement where
// that decides, else of resemblance. Those under the floor are left out.
[[nodiscard]] std::vector<WhatIf> count_what_if(const Corpus& corpus, const TextOrder& order,
                                                PairReader pairs, double floor,
                                                const Profile& profile, const Policy& policy,
                                                const Run& run);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The results of other thresholds, by the leader rule over pairs that were verified before
// (listed_leaders.h). Each function reads the list once; memory: one component, 40 bytes per pair,
// and 16 bytes for each page that has a kept page's text and is kept itself.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "facsim/dedup/matches/listed_leaders.h"

namespace facsim {

// The result of a threshold, in pages.
struct ThresholdCounts {
  double threshold = 0;  // 0..1
  std::uint64_t removed = 0;
  std::uint64_t reported = 0;
};

// Counts the pages that would be removed, and those only reported, if the threshold of kind content
// were one of `thresholds` and everything else were the same: the rule itself, for all of them at
// once, with the same result as apply_leaders_to_pairs() for each. For the meaning of the threshold
// see count_what_if(). At most kThresholdsMost thresholds. Cost: about 50 ns for each pair and
// threshold.
inline constexpr std::size_t kThresholdsMost = 64;
[[nodiscard]] std::vector<ThresholdCounts> count_thresholds(const Corpus& corpus,
                                                            const TextOrder& order,
                                                            PairReader pairs,
                                                            std::span<const double> thresholds,
                                                            const Profile& profile,
                                                            const Policy& policy, const Run& run);

// Counts the pages that would be removed if the threshold of kind content were one of .5, .55, ...
// 1 and everything else were the same: the rule itself, for all thresholds at once. The threshold
// is that of agreement if agreement decides, else of resemblance. Thresholds below the floor are
// left out.
[[nodiscard]] std::vector<WhatIf> count_what_if(const Corpus& corpus, const TextOrder& order,
                                                PairReader pairs, double floor,
                                                const Profile& profile, const Policy& policy,
                                                const Run& run);

}  // namespace facsim

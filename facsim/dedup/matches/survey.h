// SPDX-License-Identifier: Apache-2.0
#pragma once
// matches.facsim of a result folder, for somebody who looks at the result and at what might have
// been: what each threshold comes to, and the kept pages that nearly were duplicates.
//
// Nothing is written. The counts are those that recluster() would give with the same options, that
// threshold and these decisions of people: the same rule over the same pairs. Cost: the pairs
// are read four times; some 5 us a pair. Memory as recluster().

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "facsim/dedup/matches/decisions.h"
#include "facsim/dedup/matches/recluster_options.h"
#include "facsim/dedup/matches/threshold_counts.h"
#include "facsim/model/match.h"
#include "facsim/model/page_name.h"
#include "facsim/model/why_apart.h"
#include "facsim/run/run.h"

namespace facsim {

// Two kept pages of which neither is reported for the other.
struct NearMiss {
  PageName page;  // the later one in keep order
  PageName other;
  Match match;          // the figures; its kind says nothing
  double likeness = 0;  // what the threshold is held against
  WhyApart why = WhyApart::figures;
};

struct MatchesSurvey {
  double threshold = 0;
  bool by_agreement = false;  // the threshold is one of agreement, else of resemblance
  double floor = 0;           // the lowest threshold
  std::uint64_t pages_cut = 0;
  std::vector<ThresholdCounts> counts;  // hundredths from .5 on, and the threshold itself
  std::vector<NearMiss> near;           // those nearest to the threshold, the nearest first
  std::uint64_t near_all = 0;           // so many there are
};

// `decisions`: those that the result in the folder was made with, which may be fewer than lie there
// (given.decisions is not read). Of --mode revisit the pages come in the order of --keep alone:
// which capture of one payload is the earliest is not asked here. Throws Error as recluster() does:
// {not_found} where the folder has no matches.facsim.
[[nodiscard]] MatchesSurvey survey_matches(const std::string& folder, const ReclusterOptions& given,
                                           const std::vector<NamedDecision>& decisions,
                                           std::size_t near_max, const RunHooks& hooks = {});

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A survey of matches.facsim in a result folder: the result of each threshold, and the kept pages
// that nearly were duplicates.
//
// Nothing is written. The counts are those that recluster() would return with the same options,
// that threshold and these decisions of people: the same rule over the same pairs. Cost: the pairs
// are read four times; about 5 us per pair. Memory as recluster().

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

// Two kept pages neither of which is reported for the other.
struct NearMiss {
  PageName page;  // the later one in keep order
  PageName other;
  Match match;          // the figures; its kind is not meaningful
  double likeness = 0;  // the value that is compared with the threshold
  WhyApart why = WhyApart::figures;
};

struct MatchesSurvey {
  double threshold = 0;
  bool by_agreement = false;  // the threshold is of agreement, else of resemblance
  double floor = 0;           // the lowest threshold
  std::uint64_t pages_cut = 0;
  std::vector<ThresholdCounts> counts;  // hundredths from .5 on, and the threshold itself
  std::vector<NearMiss> near;           // the nearest to the threshold, nearest first
  std::uint64_t near_all = 0;           // the number of all near misses
};

// `decisions`: the decisions that the result was made with, which may be fewer than the folder has
// (given.decisions is ignored). For --mode revisit, pages are ordered by --keep alone; the capture
// times of equal payloads are ignored here. Throws Error as recluster() does: {not_found} if the
// folder has no matches.facsim.
[[nodiscard]] MatchesSurvey survey_matches(const std::string& folder, const ReclusterOptions& given,
                                           const std::vector<NamedDecision>& decisions,
                                           std::size_t near_max, const RunHooks& hooks = {});

}  // namespace facsim

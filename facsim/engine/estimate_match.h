// SPDX-License-Identifier: Apache-2.0
#pragma once
// How alike two pages are as far as their facts tell, without their texts.

#include <optional>

#include "facsim/engine/page_facts.h"
#include "facsim/model/match.h"
#include "facsim/model/profile.h"

namespace facsim {

struct EstimatedMatch {
  std::optional<Match> match;    // by digest or sketch; nothing where they are no duplicates
  bool is_in_grey_zone = false;  // better decided by the texts
  bool is_containment_in_doubt = false;  // the same of layout and partial
};

// `page` is judged against `kept`: containment is its share in that one. Standard error of the
// resemblance: .05 at .8 (64 bins).
[[nodiscard]] EstimatedMatch estimate_match(const PageFacts& page, const PageFacts& kept,
                                            const Thresholds& thresholds);

}  // namespace facsim

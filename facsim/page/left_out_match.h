// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the parts of two pages that were left out (coverage.h) say of the pair.

#include <optional>

#include "facsim/model/left_out.h"
#include "facsim/model/profile.h"
#include "facsim/page/page_facts.h"

namespace facsim {

// Nothing where nobody asks: of captures of one URL, and where on both pages little was left out.
[[nodiscard]] std::optional<LeftOutMatch> match_of_left_out(const PageFacts& first,
                                                            const PageFacts& second,
                                                            const Thresholds& thresholds) noexcept;

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compares the parts of two pages that were left out (coverage.h).

#include <optional>

#include "facsim/model/left_out.h"
#include "facsim/model/profile.h"
#include "facsim/page/page_facts.h"

namespace facsim {

// Returns nothing if these parts do not matter: if little was left out of both pages, for captures
// of one URL, and for pages of different sites whose chrome may differ. Garbled pages always
// matter.
[[nodiscard]] std::optional<LeftOutMatch> match_of_left_out(const PageFacts& first,
                                                            const PageFacts& second,
                                                            const Thresholds& thresholds) noexcept;

}  // namespace facsim

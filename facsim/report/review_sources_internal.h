// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables of a report with counts by input file and by the value of a field. Private to this
// room.

#include <string>

#include "facsim/model/review.h"

namespace facsim {

[[nodiscard]] std::string review_sources(const ReviewOverview& run);

}  // namespace facsim

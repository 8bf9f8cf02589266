// SPDX-License-Identifier: Apache-2.0
#pragma once
// The curve of the result at each threshold, as SVG that needs no script. Private to this room.

#include <string>

#include "facsim/model/review.h"

namespace facsim {

// review.steps must have at least one step.
[[nodiscard]] std::string curve_svg(const Review& review);

}  // namespace facsim

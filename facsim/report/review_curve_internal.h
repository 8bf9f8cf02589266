// SPDX-License-Identifier: Apache-2.0
#pragma once
// The curve of what each threshold comes to, as SVG that needs no script. Private to this room.

#include <string>

#include "facsim/model/review.h"

namespace facsim {

// review.steps has at least one.
[[nodiscard]] std::string curve_svg(const Review& review);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a report shows first: the closest call, and pictures of what became of all pages. HTML and
// SVG without script; each number of a picture stands beside it as text. Private to this room.

#include <string>

#include "facsim/model/review.h"

namespace facsim {

[[nodiscard]] std::string review_pictures(const Review& review);

}  // namespace facsim

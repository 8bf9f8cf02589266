// SPDX-License-Identifier: Apache-2.0
#pragma once
// The top of a report: the closest call, and pictures of the decisions on all pages. HTML and SVG
// without script; each number of a picture is also shown as text. Private to this room.

#include <string>

#include "facsim/model/review.h"

namespace facsim {

[[nodiscard]] std::string review_pictures(const Review& review);

}  // namespace facsim

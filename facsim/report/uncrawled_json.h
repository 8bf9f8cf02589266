// SPDX-License-Identifier: Apache-2.0
#pragma once
// The links that crawlers left out, as one line of JSON, the same in every interface. docs/http.md
// describes the members.

#include <string>

#include "facsim/model/uncrawled.h"

namespace facsim {

// {"links", "links_by_rules", "mirror_links", "mirror_links_back", "mirrors", "places_in_all",
//  "places": [{"place", "links", ...}, ...]}
[[nodiscard]] std::string uncrawled_json(const UncrawledFigures& figures);

}  // namespace facsim

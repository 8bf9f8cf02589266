// SPDX-License-Identifier: Apache-2.0
#pragma once
// Here is a page. What does a store keep of it? For the store, and for who makes facts of pages
// without one.

#include "facsim/model/page.h"
#include "facsim/model/recipe.h"
#include "facsim/page/analysis.h"
#include "facsim/ready_profile.h"
#include "facsim/seen/stored_page.h"

namespace facsim {

// The page without a place in a store yet. Ids and URLs are cut (model/label.h).
[[nodiscard]] StoredPage read_page(const Page& page, PageAnalyzer& analyzer, const Recipe& recipe);

// An analyzer that computes what read_page() needs, and nothing else.
[[nodiscard]] PageAnalyzer analyzer_of_store(const ReadyProfile& judge, Kernel kernel);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts a page to the form that a store saves: for the store, and for programs that compute
// facts of pages without a store.

#include "facsim/model/page.h"
#include "facsim/model/recipe.h"
#include "facsim/page/analysis.h"
#include "facsim/ready_profile.h"
#include "facsim/seen/stored_page.h"

namespace facsim {

// Returns the page before it has a place in a store. Ids and URLs are cut (model/label.h).
[[nodiscard]] StoredPage read_page(const Page& page, PageAnalyzer& analyzer, const Recipe& recipe);

// Returns an analyzer that computes exactly what read_page() needs.
[[nodiscard]] PageAnalyzer analyzer_of_store(const ReadyProfile& judge, Kernel kernel);

}  // namespace facsim

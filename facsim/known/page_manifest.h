// SPDX-License-Identifier: Apache-2.0
#pragma once
// The manifest of an index of pages, and the names of its pages.

#include <string>

#include "facsim/model/page.h"
#include "facsim/model/page_name.h"
#include "facsim/model/profile.h"
#include "facsim/store/manifest.h"

namespace facsim {

// The default distance of an index of pages judged by this profile: 3 bits, or the profile's if
// larger.
[[nodiscard]] int usual_distance(const Profile& profile);

// Returns a manifest without segments, for pages judged by this profile.
[[nodiscard]] Manifest manifest_for_pages(const Profile& profile, int max_distance);

// Returns the root of the file of such a page, as PageSectionsBuilder expects it.
[[nodiscard]] std::string root_of(const PagePlace& place);

// Returns the name of a page in the index. A page without an id is FILE:OFFSET if its place is
// known, otherwise it takes the index's next number.
[[nodiscard]] PageName indexed_name(PageName name, Manifest& next);

// Throws Error{invalid_argument} unless the index has pages that were judged by this recipe; the
// message names the remedy.
void require_pages_of(const Recipe& recipe, const Manifest& manifest, const std::string& folder);

}  // namespace facsim

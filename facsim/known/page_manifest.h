// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an index of pages says of itself, and what it calls its pages.

#include <string>

#include "facsim/model/page.h"
#include "facsim/model/page_name.h"
#include "facsim/model/profile.h"
#include "facsim/store/manifest.h"

namespace facsim {

// How far an index of pages judged so looks where nobody says it: 3 bits, or as far as the profile.
[[nodiscard]] int usual_distance(const Profile& profile);

// A manifest without segments, for pages judged so.
[[nodiscard]] Manifest manifest_for_pages(const Profile& profile, int max_distance);

// The root of such a page's file, as PageSectionsBuilder wants it.
[[nodiscard]] std::string root_of(const PagePlace& place);

// How an index names a page that it gets. One without an id is FILE:OFFSET where its place is
// known, else it takes the next number that the index has to give.
[[nodiscard]] PageName indexed_name(PageName name, Manifest& next);

// Throws Error{invalid_argument} unless the index holds pages that were judged by this recipe; the
// message names the remedy.
void require_pages_of(const Recipe& recipe, const Manifest& manifest, const std::string& folder);

}  // namespace facsim

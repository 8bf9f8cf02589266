// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the names of two pages (names.h) say of the pair.

#include <optional>
#include <string_view>

#include "facsim/page/page_facts.h"

namespace facsim {

// The words that tell the pages apart, of each page its own. Both are proper names, or each is a
// word that the other page does not use; then one of the two may be empty.
struct NameMatch {
  std::string_view word;        // a view into the first page
  std::string_view other_word;  // a view into the second
};

// Returns nothing if names do not tell the pages apart, and for pages of two sites, of one URL or
// without markup.
[[nodiscard]] std::optional<NameMatch> match_of_names(const PageFacts& first,
                                                      const PageFacts& second);

}  // namespace facsim

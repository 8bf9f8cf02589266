// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compares the names of two pages (names.h).

#include <optional>
#include <string_view>

#include "facsim/page/page_facts.h"

namespace facsim {

// The words that distinguish the pages, one of each page. Either both are proper names, or each is
// a word that the other page does not use; in that case one of the two may be empty.
struct NameMatch {
  std::string_view word;        // a view into the first page
  std::string_view other_word;  // a view into the second
};

// Returns nothing if names do not distinguish the pages, and for pages of two sites, of one URL or
// without markup.
[[nodiscard]] std::optional<NameMatch> match_of_names(const PageFacts& first,
                                                      const PageFacts& second);

}  // namespace facsim

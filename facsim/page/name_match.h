// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the names of two pages (names.h) say of the pair.

#include <optional>
#include <string_view>

#include "facsim/page/page_facts.h"

namespace facsim {

// The words that tell the pages apart, of each page its own; one of the two may be empty.
struct NameMatch {
  std::string_view word;        // a view into the first page
  std::string_view other_word;  // a view into the second
};

// Nothing where names do not tell them apart: of pages of two sites, of one URL, without markup,
// and of those whose texts use the same name words.
[[nodiscard]] std::optional<NameMatch> match_of_names(const PageFacts& first,
                                                      const PageFacts& second) noexcept;

}  // namespace facsim

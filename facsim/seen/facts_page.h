// SPDX-License-Identifier: Apache-2.0
#pragma once
// A page as whoever holds the facts of many keeps it: what an index of pages has of one entry,
// without the index.
//
// The facts are bytes (facts_bytes.h) without id and URL, which stand beside them, and without what
// only a store says of a page: 124 bytes of a text, some 200 of a page with markup.

#include <string>
#include <string_view>

#include "facsim/known/page_search.h"
#include "facsim/model/page_name.h"
#include "facsim/model/profile.h"
#include "facsim/seen/stored_page.h"

namespace facsim {

struct FactsPage {
  PageQuestion question;  // of any host
  PageName name;
  std::string root;  // as PageSectionsBuilder wants it
};

// Of a page that was read, and the same bytes of its entry in an index.
[[nodiscard]] std::string facts_without_names(StoredPage page, RecipeId recipe);
[[nodiscard]] std::string facts_of_entry(const PageSections& pages, std::uint64_t ordinal,
                                         RecipeId recipe);

// The inverse; id and URL are cut as an index cuts them. Throws what decode_facts() throws, and
// Error{invalid_argument} for facts of a page without a text.
[[nodiscard]] FactsPage facts_page(std::string_view facts, PageName name, const Recipe& recipe,
                                   RecipeId id);

}  // namespace facsim

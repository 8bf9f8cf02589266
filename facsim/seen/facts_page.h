// SPDX-License-Identifier: Apache-2.0
#pragma once
// A page in the form in which holders of many facts save it: the content of one entry of an index
// of pages, without the index.
//
// The facts are bytes (facts_bytes.h) without id and URL, which are saved beside them, and without
// what only a store knows of a page: 124 bytes for a text, some 200 for a page with markup.

#include <string>
#include <string_view>

#include "facsim/known/page_search.h"
#include "facsim/model/page_name.h"
#include "facsim/model/profile.h"
#include "facsim/seen/stored_page.h"

namespace facsim {

struct FactsPage {
  PageQuestion question;  // not limited to a host
  PageName name;
  std::string root;  // in the form that PageSectionsBuilder expects
};

// The facts of an analyzed page; the second function returns the same bytes for its entry in an
// index.
[[nodiscard]] std::string facts_without_names(StoredPage page, RecipeId recipe);
[[nodiscard]] std::string facts_of_entry(const PageSections& pages, std::uint64_t ordinal,
                                         RecipeId recipe);

// The inverse; id and URL are cut as an index cuts them. Throws what decode_facts() throws, and
// Error{invalid_argument} for facts of a page without text.
[[nodiscard]] FactsPage facts_page(std::string_view facts, PageName name, const Recipe& recipe,
                                   RecipeId id);

}  // namespace facsim

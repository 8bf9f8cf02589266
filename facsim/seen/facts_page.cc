// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/facts_page.h"

#include <utility>

#include "facsim/base/error.h"
#include "facsim/model/label.h"
#include "facsim/seen/facts_bytes.h"

namespace facsim {

std::string facts_without_names(StoredPage page, RecipeId recipe) {
  page.id.clear();
  page.url.clear();
  page.fetched_s.reset();
  page.bytes.reset();
  return encode_facts(page, recipe);
}

std::string facts_of_entry(const PageSections& pages, std::uint64_t ordinal, RecipeId recipe) {
  StoredPage page;
  page.facts = pages.facts(ordinal);
  page.anchors = pages.anchors_of(ordinal);
  return encode_facts(page, recipe);
}

FactsPage facts_page(std::string_view facts, PageName name, const Recipe& recipe, RecipeId id) {
  StoredPage page = decode_facts(facts, recipe, id);
  if (!page.facts.has_text) {
    throw Error{ErrorCode::invalid_argument,
                "these are facts of a page without a text, which no index has"};
  }
  name.id = cut_label(name.id);
  name.url = cut_label(name.url);
  return {.question = {.facts = page.facts, .anchors = std::move(page.anchors)},
          .name = std::move(name),
          .root = {}};
}

}  // namespace facsim

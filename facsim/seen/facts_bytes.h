// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a store needs to know of a page as bytes, for who analyses pages in another process.
//
// A byte that says which format it is, eight of the recipe's id, and a row of the store as it is
// before the page has a place there (docs/formats/store.md).

#include <string>
#include <string_view>

#include "facsim/model/recipe.h"
#include "facsim/seen/stored_page.h"

namespace facsim {

[[nodiscard]] std::string encode_facts(const StoredPage& page, RecipeId recipe);

// Bytes from anywhere. Throws Error{invalid_argument} for what no encode_facts() wrote, and for
// facts by another recipe than this one. `id` is recipe.id(), which takes longer to make than all
// the rest: it is made once.
[[nodiscard]] StoredPage decode_facts(std::string_view bytes, const Recipe& recipe, RecipeId id);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The facts of a page that a store needs, as bytes: for programs that analyze pages in another
// process.
//
// The format is a version byte, the eight bytes of the recipe's id, and a row of the store as it is
// before the page has a place there (docs/formats/store.md).

#include <string>
#include <string_view>

#include "facsim/model/recipe.h"
#include "facsim/seen/stored_page.h"

namespace facsim {

[[nodiscard]] std::string encode_facts(const StoredPage& page, RecipeId recipe);

// The bytes may come from anywhere. Throws Error{invalid_argument} for bytes that encode_facts()
// did not write, and for facts of another recipe. `id` is recipe.id(); the caller computes it once,
// because that takes longer than the decoding.
[[nodiscard]] StoredPage decode_facts(std::string_view bytes, const Recipe& recipe, RecipeId id);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Deduplicates texts in memory: the main job of facsim as one call.
//
// Uses the same analysis, candidates, verification and leader rule as dedup(), and writes nothing
// to a disk. Cost: about 400 bytes and 8 bytes a unit for each text during the call.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/model/decision.h"
#include "facsim/ready_profile.h"

namespace facsim {

// Returns one decision a text, in order, that refers to texts by number; the first of similar texts
// is kept. Texts are UTF-8. Empty texts are kept; texts with fewer than profile.units_min units are
// removed only if they are equal but for white space. The result does not depend on `threads`.
// Throws Error{invalid_argument} if the recipe reads parts of pages or uses sizes that dedup() does
// not accept, and if a table that the recipe names is missing.
[[nodiscard]] std::vector<Decision> dedup_texts(std::span<const std::string_view> texts,
                                                const ReadyProfile& judge = {}, int threads = 1);

[[nodiscard]] std::vector<Decision> dedup_texts(std::span<const std::string> texts,
                                                const ReadyProfile& judge = {}, int threads = 1);

}  // namespace facsim

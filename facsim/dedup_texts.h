// SPDX-License-Identifier: Apache-2.0
#pragma once
// Texts in, for each the one that it repeats: the main job of facsim as one call.
//
// The same analysis, candidates, verification and leader rule as dedup(), in memory: nothing is
// written to a disk. Cost: about 400 bytes and 8 bytes a unit for each text while it runs.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/model/decision.h"
#include "facsim/ready_profile.h"

namespace facsim {

// One decision a text, in order, with the numbers of texts; the first of texts alike is kept. Texts
// are UTF-8; empty texts are kept, texts under profile.units_min units are removed only if equal
// but for white space. The result does not depend on `threads`. Throws Error{invalid_argument} for
// recipes of parts and of other sizes than dedup() takes, and where a table that the recipe names
// is missing.
[[nodiscard]] std::vector<Decision> dedup_texts(std::span<const std::string_view> texts,
                                                const ReadyProfile& judge = {}, int threads = 1);

[[nodiscard]] std::vector<Decision> dedup_texts(std::span<const std::string> texts,
                                                const ReadyProfile& judge = {}, int threads = 1);

}  // namespace facsim

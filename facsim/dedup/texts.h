// SPDX-License-Identifier: Apache-2.0
#pragma once
// Texts in, for each the one that it repeats: the main job of facsim as one call, without files.
//
// The same analysis, candidates, verification and leader rule as dedup(), in memory. Cost: about
// 400 bytes and 8 bytes a unit for each text while it runs.

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "facsim/model/match.h"
#include "facsim/model/profile.h"

namespace facsim {

struct TextVerdict {
  std::size_t representative = 0;  // its own index: the text is kept
  std::optional<Match> match;      // with the representative; set exactly where the text goes
};

// One verdict a text, in order; the first of texts alike is kept. Texts are UTF-8; empty texts are
// kept, texts under profile.units_min units go only if exactly equal.
// The result does not depend on `threads`. Throws Error{invalid_argument} for recipes of parts, of
// other sizes than dedup() takes, or that name tables.
[[nodiscard]] std::vector<TextVerdict> dedup_texts(std::span<const std::string_view> texts,
                                                   const Profile& profile = {}, int threads = 1);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The measurements of two pages as JSON, with the same members wherever they are printed.

#include <array>
#include <cstddef>

#include "apps/json.h"
#include "facsim/compare.h"
#include "facsim/corpus/find_page.h"

namespace facsim {

// "kind", the figures, "profile", "recipe", "first", "second"; without passages.
[[nodiscard]] OrderedJson figures_json(const std::array<SelectedPage, 2>& pages,
                                       const Comparison& c, const Profile& profile);

// The `count_max` longest shared and differing passages, in the order of the pages.
[[nodiscard]] OrderedJson passages_json(const Comparison& c, std::size_t count_max);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Did you mean ...? The known word that a mistyped one is nearest to.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// The fewest insertions, deletions, replacements and swaps of neighbours that make one word of the
// other (optimal string alignment; Damerau, CACM 1964). Cost: the product of the lengths.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

// The nearest of `known`, ties: the first; empty where none is near enough to be meant.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       const std::vector<std::string_view>& known);

// "; did you mean 'NAME'?", or nothing.
[[nodiscard]] std::string suggestion(std::string_view word,
                                     const std::vector<std::string_view>& known);

}  // namespace facsim

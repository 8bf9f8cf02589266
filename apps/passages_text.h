// SPDX-License-Identifier: Apache-2.0
#pragma once
// Figures and passages of two pages as text for people.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "apps/terminal.h"
#include "facsim/compare.h"

namespace facsim {

// A ratio with four decimals, as in the rows.
[[nodiscard]] std::string figure(double ratio);

// 16 hexadecimal digits, or as many as the recipe's bits need; "-" without a fingerprint.
[[nodiscard]] std::string fingerprint_text(const PageAnalysis& analysis, const Profile& profile);

// The `count_max` longest shared or differing passages, in the order of the pages. They point into
// `passages`.
[[nodiscard]] std::vector<const TextPassage*> longest(const std::vector<TextPassage>& passages,
                                                      bool shared, std::size_t count_max);

// The text in one line: runs of white space and controls become one space; if more than `bytes_max`
// bytes remain, the middle is left out.
[[nodiscard]] std::string shown(std::string_view text, std::size_t bytes_max);

// The longest shared passages, then the longest differing ones.
[[nodiscard]] std::string passages_by_sort(const Comparison& c, std::size_t count_max);

// The longest passages of both sorts, in the order of the pages. A shared passage is cut to its
// beginning and end; a differing one is cut much later, or not at all if `count_max` is the largest
// number. Differing passages are side by side if the terminal is wide enough.
[[nodiscard]] std::string passages_in_order(const Comparison& c, std::size_t count_max,
                                            const Terminal& terminal);

}  // namespace facsim

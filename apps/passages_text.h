// SPDX-License-Identifier: Apache-2.0
#pragma once
// Figures and passages of two pages, for people.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "apps/terminal.h"
#include "facsim/compare.h"

namespace facsim {

// A ratio with four decimals, as in rows.
[[nodiscard]] std::string figure(double ratio);

// As 16 digits (or as many as the recipe says), or "-".
[[nodiscard]] std::string fingerprint_text(const PageAnalysis& analysis, const Profile& profile);

// The longest passages of one sort, in the order of the pages. They point into `passages`.
[[nodiscard]] std::vector<const TextPassage*> longest(const std::vector<TextPassage>& passages,
                                                      bool shared, std::size_t count_max);

// One line: white space and controls made one space; the middle of what has more than `bytes_max`
// bytes left out.
[[nodiscard]] std::string shown(std::string_view text, std::size_t bytes_max);

// The longest shared ones and then the longest differing ones.
[[nodiscard]] std::string passages_by_sort(const Comparison& c, std::size_t count_max);

// The longest of both sorts as they follow one another in the pages; of shared ones beginning and
// end, of differing ones all where `count_max` is the largest number, else much. Side by side where
// the terminal is wide enough.
[[nodiscard]] std::string passages_in_order(const Comparison& c, std::size_t count_max,
                                            const Terminal& terminal);

}  // namespace facsim

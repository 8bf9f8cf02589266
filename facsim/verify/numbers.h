// SPDX-License-Identifier: Apache-2.0
#pragma once
// Do two pages differ in the numbers of a template alone? Weather of two towns, two rows of a
// register, the figures of two days: nearly the same words around other numbers. Their resemblance
// is high and right, and yet they are two pages. A date or a version alone is no more than an edit.

#include <cstdint>
#include <span>

namespace facsim {

// Whether each page has five number units (numbers, dates, codes) or more that the other lacks, and
// these are more than half of all units that stand in one page only. `first_numbers` and
// `second_numbers` are those of the pages, ascending, with repeats, each of which counts; units and
// agreement say how many units differ in all. Cost: a merge of both.
[[nodiscard]] bool differs_in_numbers(std::span<const std::uint64_t> first_numbers,
                                      std::span<const std::uint64_t> second_numbers,
                                      std::uint64_t first_units, std::uint64_t second_units,
                                      double agreement) noexcept;

}  // namespace facsim

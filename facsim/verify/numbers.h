// SPDX-License-Identifier: Apache-2.0
#pragma once
// Detects pages that differ only in the numbers of a template: the weather of two towns, two rows
// of a register, the figures of two days, with nearly the same words around other numbers. Their
// high resemblance is correct, and yet they are two pages. A date or a version alone is only an
// edit.

#include <cstdint>
#include <span>

namespace facsim {

// True if each page has at least five number units (numbers, dates, codes) that the other lacks,
// and these are more than half of all units that occur in one page only. `first_numbers` and
// `second_numbers` are those of the pages, ascending, with repeats, each of which counts; units and
// agreement determine how many units differ in all. Cost: a merge of both.
[[nodiscard]] bool differs_in_numbers(std::span<const std::uint64_t> first_numbers,
                                      std::span<const std::uint64_t> second_numbers,
                                      std::uint64_t first_units, std::uint64_t second_units,
                                      double agreement) noexcept;

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Do two pages differ in the slots of a template alone? Weather of two towns, a product in two
// sizes, a record of two days: nearly the same words around other numbers. Their resemblance is
// high and right, and yet they are two pages.

#include <cstdint>
#include <span>

namespace facsim {

// Whether more than half of the units that stand in one page only are slot units (numbers, dates,
// codes). `first_slots` and `second_slots` are those of the pages, ascending, with repeats; units
// and agreement say how many units differ in all. Nothing differs: false. Cost: a merge of both.
[[nodiscard]] bool differs_in_slots(std::span<const std::uint64_t> first_slots,
                                    std::span<const std::uint64_t> second_slots,
                                    std::uint64_t first_units, std::uint64_t second_units,
                                    double agreement) noexcept;

}  // namespace facsim

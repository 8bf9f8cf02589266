// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sketches of any size: the general way, which sketcher.h is held against for 64 bins of 8 bits.
//
// One permutation, optimal densification, b-bit values: the sources are in sketcher.h.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "facsim/model/recipe.h"

namespace facsim {

// bins * bits / 8 bytes, bin 0 in the lowest bits of the first, 16-bit bins low byte first (fewer
// than 8 bits in all: one byte). Nothing for the empty set. Cost: 1.5 ns a hash.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> wide_sketch_of(
    std::span<const std::uint64_t> hashes, const SketchSpec& spec);

// The resemblance that two sketches of one recipe suggest: agreeing bins, less those that agree by
// chance; 0..1.
[[nodiscard]] double estimated_resemblance(std::span<const std::uint8_t> a,
                                           std::span<const std::uint8_t> b, const SketchSpec& spec);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sketches of any size: the general implementation; tests compare sketcher.h with it for 64 bins of
// 8 bits.
//
// One permutation, optimal densification, b-bit values: the sources are in sketcher.h.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "facsim/model/recipe.h"

namespace facsim {

// Returns bins * bits / 8 bytes, with bin 0 in the lowest bits of the first and 16-bit bins low
// byte first (one byte for less than 8 bits in all), or nothing for the empty set. Cost: 1.5 ns a
// hash.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> wide_sketch_of(
    std::span<const std::uint64_t> hashes, const SketchSpec& spec);

// Estimates the resemblance, 0..1, from two sketches of one recipe: agreeing bins, less those that
// agree by chance.
[[nodiscard]] double estimated_resemblance(std::span<const std::uint8_t> a,
                                           std::span<const std::uint8_t> b, const SketchSpec& spec);

}  // namespace facsim

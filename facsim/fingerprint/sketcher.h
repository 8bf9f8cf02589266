// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sketches: one permutation over a set of hashes, with 8 bits of the smallest value in each of 64
// bins.
//
// One-permutation hashing with optimal densification (Li, Owen, Zhang, NIPS 2012; Shrivastava, ICML
// 2017); b-bit values (Li, Koenig, WWW 2010). Equal sets give equal sketches, in any order.

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "facsim/model/sketch.h"

namespace facsim {

// Returns nothing for the empty set.
[[nodiscard]] std::optional<Sketch> sketch_of(std::span<const std::uint64_t> hashes) noexcept;

// Estimates the resemblance, 0..1, from two sketches: agreeing bins, less those that agree by
// chance.
[[nodiscard]] double estimated_resemblance(const Sketch& a, const Sketch& b) noexcept;
// The same in two steps, for callers that store the number of agreeing bins.
[[nodiscard]] std::size_t equal_bins(const Sketch& a, const Sketch& b) noexcept;
[[nodiscard]] double estimated_resemblance(std::size_t equal_bins) noexcept;

// Bands of 4 bins: similar pages share at least one of their keys. Of pairs with resemblance
// exactly .6 / .7 / .8 / .9, a share of .67 / .89 / .986 / .9996 has one of the first 8 bands in
// common (1 - (1 - p^4)^8), and .89 / .988 / .9998 / 1 has one of all 16. Of all real pairs at or
// above .7 / .8, most of which are far above, 8 bands found .992 / .999. The key of band b contains
// its four bins, but not b itself.
inline constexpr std::size_t kBands = 8;      // number of bands in an index
inline constexpr std::size_t kBandsMax = 16;  // all bins
[[nodiscard]] std::array<std::uint32_t, kBandsMax> band_keys(const Sketch& sketch) noexcept;

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// One permutation over a set of hashes, its smallest value in each of 64 bins, 8 bits of it kept.
//
// One-permutation hashing with optimal densification (Li, Owen, Zhang, NIPS 2012; Shrivastava, ICML
// 2017); b-bit values (Li, Koenig, WWW 2010). Equal sets give equal sketches, in any order.

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "facsim/model/sketch.h"

namespace facsim {

// Nothing for the empty set.
[[nodiscard]] std::optional<Sketch> sketch_of(std::span<const std::uint64_t> hashes) noexcept;

// The resemblance that two sketches suggest: agreeing bins, less those that agree by chance; 0..1.
[[nodiscard]] double estimated_resemblance(const Sketch& a, const Sketch& b) noexcept;
// The same in two steps, for those who keep the number of agreeing bins.
[[nodiscard]] std::size_t equal_bins(const Sketch& a, const Sketch& b) noexcept;
[[nodiscard]] double estimated_resemblance(std::size_t equal_bins) noexcept;

// Bands of 4 bins: pages alike share at least one of their keys. Of pairs at exactly resemblance
// .6 / .7 / .8 / .9 share one of the first 8 bands .67 / .89 / .986 / .9996 (1 - (1 - p^4)^8), one
// of all 16 .89 / .988 / .9998 / 1; of all real pairs at or above .7 / .8, most of which are far
// above, 8 found .992 / .999. Band b's key holds its four bins; b itself is not in the key.
inline constexpr std::size_t kBands = 8;      // what an index has
inline constexpr std::size_t kBandsMax = 16;  // all bins
[[nodiscard]] std::array<std::uint32_t, kBandsMax> band_keys(const Sketch& sketch) noexcept;

}  // namespace facsim

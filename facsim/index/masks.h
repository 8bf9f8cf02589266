// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which bits must two fingerprints share if they differ in at most k?
//
// Cut 64 bits into m blocks: k differing bits touch at most k blocks, so at least m - k blocks
// agree completely (Manku, Jain, Das Sarma, WWW 2007, section 3). There is one mask for each choice
// of m - k blocks.
//
// More blocks make wider masks, so fewer fingerprints share a bucket by chance, but more masks, so
// more tables: k = 3 takes 4 masks of 16 bits, 10 of 25, 20 of 31 or 35 of 36. Every choice finds
// everything; only the cost differs. Pure functions, callable from anywhere.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace facsim {

inline constexpr int kMaxMaskDistance = 12;

// The masks for distance `max_distance` (0..12) over about `count` fingerprints: the fewest blocks
// whose masks leave some ten fingerprints a bucket, at most `tables_max` masks. If no number of
// blocks does both, the most blocks that `tables_max` allows: buckets are then fuller and every
// look-up costs more, but nothing is missed. Distance 0 needs one mask, of all bits. Throws
// Error{invalid_argument} for another distance, and for tables_max <= max_distance: k differing
// bits need at least k + 1 masks.
[[nodiscard]] std::vector<std::uint64_t> covering_masks(int max_distance, std::uint64_t count,
                                                        std::size_t tables_max = 60);

// All choices of `blocks - max_distance` out of `blocks` blocks of nearly equal width, ordered by
// their lowest blocks. Throws Error{invalid_argument} unless max_distance is in 0..12, blocks in
// max_distance + 1 .. 64, and there are at most 100,000 choices.
[[nodiscard]] std::vector<std::uint64_t> block_masks(int max_distance, int blocks);

}  // namespace facsim

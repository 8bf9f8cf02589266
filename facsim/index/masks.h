// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which bits must two fingerprints share if they differ in at most k?
//
// Cut 64 bits into m blocks: k differing bits touch at most k blocks, so at least m - k blocks agree
// whole (Manku, Jain, Das Sarma, WWW 2007, section 3). One mask for each choice of m - k blocks.

#include <cstdint>
#include <vector>

namespace facsim {

// The masks for distance `max_distance` (0..12) over about `count` fingerprints: the fewest blocks
// whose masks leave some ten fingerprints a bucket, at most `tables_max` masks.
[[nodiscard]] std::vector<std::uint64_t> covering_masks(int max_distance, std::uint64_t count,
                                                        std::size_t tables_max = 60);

// All choices of `blocks - max_distance` out of `blocks` blocks of nearly equal width.
[[nodiscard]] std::vector<std::uint64_t> block_masks(int max_distance, int blocks);

}  // namespace facsim

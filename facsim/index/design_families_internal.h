// SPDX-License-Identifier: Apache-2.0
#pragma once
// Families of overlapping masks, as sets of blocks. Private to this room.

#include <span>
#include <string_view>

namespace facsim {

// The bits are cut into `blocks` blocks. Each word of `masks` is a set of blocks in hexadecimal,
// the lowest bit the lowest block. Any `max_distance` errors leave a mask with at most `radius` of
// them.
struct MaskFamily {
  int max_distance;
  int radius;
  int blocks;
  std::string_view masks;
};

// Ascending by distance, then radius. Found by simulated annealing over sets of blocks; each is
// proven by a test.
[[nodiscard]] std::span<const MaskFamily> mask_families() noexcept;

}  // namespace facsim

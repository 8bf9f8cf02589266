// SPDX-License-Identifier: Apache-2.0
#pragma once
// Families of overlapping masks, as sets of blocks. Private to this room.

#include <span>
#include <string_view>

namespace facsim {

// The bits are cut into `blocks` blocks. Each word of `masks` is a set of blocks in hexadecimal,
// its lowest bit for the lowest block. After any `max_distance` errors, some mask has at most
// `radius` of them.
struct MaskFamily {
  int max_distance;
  int radius;
  int blocks;
  std::string_view masks;
};

// The families in ascending order of distance, then radius. They were found by simulated annealing
// over sets of blocks; a test proves each one.
[[nodiscard]] std::span<const MaskFamily> mask_families() noexcept;

}  // namespace facsim

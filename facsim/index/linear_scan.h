// SPDX-License-Identifier: Apache-2.0
#pragma once
// All entries within a distance, by looking at each: the slow twin of everything in this room.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace facsim {

struct NearEntry {
  std::uint64_t number = 0;
  int distance = 0;
  friend auto operator<=>(const NearEntry&, const NearEntry&) = default;
};

struct NearPair {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  int distance = 0;
  friend auto operator<=>(const NearPair&, const NearPair&) = default;
};

// Ascending by number; entries count from 0.
[[nodiscard]] std::vector<NearEntry> linear_scan(std::span<const std::uint64_t> entries,
                                                 std::uint64_t query, int max_distance);

// Every pair first < second once, ascending. Cost: 1 ns a pair looked at.
[[nodiscard]] std::vector<NearPair> linear_join(std::span<const std::uint64_t> entries,
                                                int max_distance);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds all entries within a distance by comparing each: the slow twin of everything in this room.

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

// The entries are numbered from 0; the result ascends by number.
[[nodiscard]] std::vector<NearEntry> linear_scan(std::span<const std::uint64_t> entries,
                                                 std::uint64_t query, int max_distance);

// Every pair first < second once, ascending. Cost: 1 ns a pair compared.
[[nodiscard]] std::vector<NearPair> linear_join(std::span<const std::uint64_t> entries,
                                                int max_distance);

}  // namespace facsim

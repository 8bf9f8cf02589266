// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/linear_scan.h"

#include <bit>

namespace facsim {

std::vector<NearEntry> linear_scan(std::span<const std::uint64_t> entries, std::uint64_t query,
                                   int max_distance) {
  std::vector<NearEntry> found;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const int distance = std::popcount(entries[i] ^ query);
    if (distance <= max_distance) found.push_back({i, distance});
  }
  return found;
}

std::vector<NearPair> linear_join(std::span<const std::uint64_t> entries, int max_distance) {
  std::vector<NearPair> found;
  for (std::size_t first = 0; first < entries.size(); ++first) {
    for (std::size_t second = first + 1; second < entries.size(); ++second) {
      const int distance = std::popcount(entries[first] ^ entries[second]);
      if (distance <= max_distance) found.push_back({first, second, distance});
    }
  }
  return found;
}

}  // namespace facsim

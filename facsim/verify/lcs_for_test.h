// SPDX-License-Identifier: Apache-2.0
#pragma once
// For tests only: the slow twin of agreement.

#include <algorithm>
#include <cstdint>
#include <vector>

namespace facsim::for_test {

using Units = std::vector<std::uint64_t>;

// Returns the longest common subsequence of single units / units of the longer page. Quadratic.
inline double lcs_share(const Units& a, const Units& b) {
  std::vector<std::uint32_t> row(b.size() + 1);
  for (const std::uint64_t unit : a) {
    std::uint32_t diagonal = 0;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::uint32_t above = row[j];
      row[j] = unit == b[j - 1] ? diagonal + 1 : std::max(above, row[j - 1]);
      diagonal = above;
    }
  }
  return row.back() / static_cast<double>(std::max<std::size_t>({a.size(), b.size(), 1}));
}

}  // namespace facsim::for_test

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A counted share and its confidence interval.

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace facsim {

struct CountedShare {
  std::uint64_t part = 0;
  std::uint64_t whole = 0;

  [[nodiscard]] double value() const noexcept {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  }
};

struct ShareInterval {
  double low = 0;
  double high = 1;
};

// Returns the 95 % interval (Wilson, JASA 22, 1927): also good for few and for shares near 0 and 1.
[[nodiscard]] inline ShareInterval wilson_interval(const CountedShare& share) noexcept {
  if (share.whole == 0) return {};
  constexpr double kZ = 1.959963984540054;
  const double n = static_cast<double>(share.whole);
  const double p = share.value();
  const double middle = (p + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
  const double half = kZ / (1 + kZ * kZ / n) * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n));
  return {.low = std::max(0.0, middle - half), .high = std::min(1.0, middle + half)};
}

}  // namespace facsim

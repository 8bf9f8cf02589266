// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/overlap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "facsim/model/sketch.h"

namespace facsim {
namespace {

using Hashes = std::span<const std::uint64_t>;

// Beyond this ratio of the sizes it is cheaper to look up each element of the smaller set.
constexpr std::size_t kGallopRatio = 32;

double ratio(std::uint64_t part, std::uint64_t whole) noexcept {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Doubles the stride until it is past the value, then halves it: log(distance) for each element, so
// that a small set costs little wherever its elements are in the large one (Bentley, Yao, IPL
// 1976).
std::uint64_t count_by_galloping(Hashes small, Hashes large) noexcept {
  std::uint64_t shared = 0;
  auto from = large.begin();
  for (const std::uint64_t value : small) {
    std::ptrdiff_t stride = 1;
    while (stride < large.end() - from && from[stride] < value) stride *= 2;
    const auto until = from + std::min(stride + 1, large.end() - from);
    from = std::lower_bound(from + stride / 2, until, value);
    if (from == large.end()) break;
    shared += *from == value ? 1 : 0;
  }
  return shared;
}

// Two merges at once, one from each end towards the middle: neither branches on the data, and the
// processor overlaps their chains of dependent loads.
std::uint64_t count_by_merging(Hashes a, Hashes b) noexcept {
  std::uint64_t shared = 0;
  std::size_t a_front = 0;
  std::size_t b_front = 0;
  std::size_t a_back = a.size();
  std::size_t b_back = b.size();
  for (;;) {
    // Each step takes at most one element from either end of either set.
    const std::size_t steps = std::min(a_back - a_front, b_back - b_front) / 2;
    if (steps == 0) break;
    for (std::size_t i = 0; i < steps; ++i) {
      const std::uint64_t a_low = a[a_front];
      const std::uint64_t b_low = b[b_front];
      const std::uint64_t a_high = a[a_back - 1];
      const std::uint64_t b_high = b[b_back - 1];
      shared += std::uint64_t{a_low == b_low} + std::uint64_t{a_high == b_high};
      a_front += std::size_t{a_low <= b_low};
      b_front += std::size_t{b_low <= a_low};
      a_back -= std::size_t{a_high >= b_high};
      b_back -= std::size_t{b_high >= a_high};
    }
  }
  while (a_front < a_back && b_front < b_back) {
    const std::uint64_t a_low = a[a_front];
    const std::uint64_t b_low = b[b_front];
    shared += std::uint64_t{a_low == b_low};
    a_front += std::size_t{a_low <= b_low};
    b_front += std::size_t{b_low <= a_low};
  }
  return shared;
}

}  // namespace

double Overlap::resemblance() const noexcept { return ratio(shared, first + second - shared); }
double Overlap::containment() const noexcept { return ratio(shared, first); }
double Overlap::containment_reverse() const noexcept { return ratio(shared, second); }

Overlap overlap(Hashes first, Hashes second) noexcept {
  const bool first_is_small = first.size() <= second.size();
  const Hashes small = first_is_small ? first : second;
  const Hashes large = first_is_small ? second : first;
  const std::uint64_t shared = large.size() / kGallopRatio > small.size()
                                   ? count_by_galloping(small, large)
                                   : count_by_merging(small, large);
  return {first.size(), second.size(), shared};
}

Overlap estimated_overlap(double resemblance, std::uint64_t first, std::uint64_t second) noexcept {
  const double sum = static_cast<double>(first) + static_cast<double>(second);
  const double ratio = std::clamp(resemblance, 0.0, 1.0);
  const auto shared = static_cast<std::uint64_t>(std::llround(ratio / (1 + ratio) * sum));
  return {first, second, std::min({shared, first, second})};
}

double estimate_error(double resemblance, std::uint64_t first, std::uint64_t second) noexcept {
  const double ratio = std::clamp(resemblance, 0.0, 1.0);
  const std::uint64_t larger = std::max({first, second, std::uint64_t{1}});
  const auto bins = static_cast<double>(std::min<std::uint64_t>(Sketch::kBins, larger));
  constexpr double kChance = 1.0 / 256;
  const double agreeing = ratio + (1 - ratio) * kChance;
  return std::sqrt(agreeing * (1 - agreeing) / bins) / (1 - kChance);
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much do two sets of shingles share? Exact, by merging two ascending arrays.

#include <cstdint>
#include <span>

namespace facsim {

struct Overlap {
  std::uint64_t first = 0;   // size of the first set
  std::uint64_t second = 0;  // size of the second
  std::uint64_t shared = 0;

  // Jaccard; 0 where both are empty.
  [[nodiscard]] double resemblance() const noexcept;
  // Share of the first that stands in the second, and the reverse; 0 for an empty set.
  [[nodiscard]] double containment() const noexcept;
  [[nodiscard]] double containment_reverse() const noexcept;
};

// Both ascending without repeats. Cost: about a nanosecond an element.
[[nodiscard]] Overlap overlap(std::span<const std::uint64_t> first,
                              std::span<const std::uint64_t> second) noexcept;

// What two sets of these sizes share if they resemble each other so much: never more than the
// smaller has, so that the resemblance may come out less.
[[nodiscard]] Overlap estimated_overlap(double resemblance, std::uint64_t first,
                                        std::uint64_t second) noexcept;

// The standard error of a resemblance of this size that is estimated by sketches of sets of these
// sizes: binomial over the bins, of which small sets fill fewer (Broder, SEQUENCES 1997, section
// 3).
[[nodiscard]] double estimate_error(double resemblance, std::uint64_t first,
                                    std::uint64_t second) noexcept;

}  // namespace facsim

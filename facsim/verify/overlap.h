// SPDX-License-Identifier: Apache-2.0
#pragma once
// The overlap of two sets of shingles: exact, by merging two ascending arrays.

#include <cstdint>
#include <span>

namespace facsim {

struct Overlap {
  std::uint64_t first = 0;   // size of the first set
  std::uint64_t second = 0;  // size of the second
  std::uint64_t shared = 0;

  // Returns the Jaccard coefficient; 0 if both are empty.
  [[nodiscard]] double resemblance() const noexcept;
  // Returns the share of the first that is in the second, and the reverse; 0 for an empty set.
  [[nodiscard]] double containment() const noexcept;
  [[nodiscard]] double containment_reverse() const noexcept;
};

// Both must be ascending without repeats. Cost: about a nanosecond an element.
[[nodiscard]] Overlap overlap(std::span<const std::uint64_t> first,
                              std::span<const std::uint64_t> second) noexcept;

// Returns what two sets of these sizes share if they have this resemblance: never more than the
// size of the smaller one, so the resulting resemblance may be lower.
[[nodiscard]] Overlap estimated_overlap(double resemblance, std::uint64_t first,
                                        std::uint64_t second) noexcept;

// Returns the standard error of this resemblance if it is estimated by sketches of sets of these
// sizes: binomial over the bins, of which small sets fill fewer (Broder, SEQUENCES 1997, section
// 3).
[[nodiscard]] double estimate_error(double resemblance, std::uint64_t first,
                                    std::uint64_t second) noexcept;

}  // namespace facsim

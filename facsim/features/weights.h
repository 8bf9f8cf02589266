// SPDX-License-Identifier: Apache-2.0
#pragma once
// The default features of a text: its single units and pairs of neighbours, each with weight 1 +
// ln(frequency), from an integer table (the best of those measured, docs/decisions).
//
// A single unit has its own hash; the pair of a and b has combine(a ^ kPairSalt, b), which is not
// the hash of the shingle a b.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/base/look.h"
#include "facsim/model/feature.h"

namespace facsim {

// Returns round(64 * (1 + ln tf)) for tf >= 1, from a table; frequencies beyond its end (4096)
// count as the last one. The compiler computes the table, so no mathematical library can change a
// bit.
[[nodiscard]] std::int32_t log_tf_weight(std::uint32_t frequency) noexcept;

inline constexpr std::uint64_t kPairSalt = 0x7061697273206f66U;
[[nodiscard]] constexpr std::uint64_t pair_hash(std::uint64_t first,
                                                std::uint64_t second) noexcept {
  return combine(first ^ kPairSalt, second);
}

// Counts features; reusable, one for each thread. Cost: 11 ns a unit.
class FeatureCounter {
 public:
  // Returns each distinct single and pair once; valid until the next call. The order is
  // unspecified, and callers must not depend on it.
  [[nodiscard]] std::span<const Feature> singles_and_pairs(std::span<const std::uint64_t> units,
                                                           const Look& look = {});

  // Upper bound of the bytes needed for `units` units; memory reserved for absent features is never
  // written to.
  [[nodiscard]] static std::size_t bytes_for(std::size_t units) noexcept;
  [[nodiscard]] std::size_t held_bytes() const noexcept;

 private:
  // Open addressing: the index of a hash in `counted_` plus one, or 0. Only the part that the
  // current text needs is cleared and used.
  std::vector<std::uint32_t> slots_;
  std::unique_ptr<std::byte[]> counted_;  // Features; a vector would write to all of them
  std::size_t counted_max_ = 0;
};

}  // namespace facsim

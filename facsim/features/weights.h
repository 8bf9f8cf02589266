// SPDX-License-Identifier: Apache-2.0
#pragma once
// The default features of a text: its single units and pairs of neighbours, each with weight
// 1 + ln(frequency), from an integer table (measured best, docs/decisions).

#include <cstdint>
#include <span>
#include <vector>

#include "facsim/model/feature.h"

namespace facsim {

// round(64 * (1 + ln tf)) for tf >= 1, by a table; frequencies past its end count as its last.
[[nodiscard]] std::int32_t log_tf_weight(std::uint32_t frequency) noexcept;

// Counts features; reusable, one a thread.
class FeatureCounter {
 public:
  // Clears `features` and fills it with each distinct single and pair once. The order is unspecified
  // and must not matter to the reader.
  void singles_and_pairs(std::span<const std::uint64_t> units, std::vector<Feature>& features);

 private:
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace facsim

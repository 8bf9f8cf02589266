// SPDX-License-Identifier: Apache-2.0
#pragma once
// Thresholds for mirrors and rules, and limits on the cost of finding them.

#include <cstddef>
#include <cstdint>

namespace facsim {

struct MirrorOptions {
  // Options that change answers.
  std::uint64_t support_min = 10;  // pairs of copies for a rule, contents for a mirror
  double precision_min = 0.95;     // of a rule
  double share_min = 0.5;          // of pages, of a mirror
  std::uint64_t pages_max = ~std::uint64_t{0};
  // Options that limit the cost.
  std::size_t sample_bytes_max = std::size_t{192} << 20;
  std::size_t records_max = (std::size_t{192} << 20) / 40;  // of 40 bytes, for rules
  std::size_t contents_max = std::size_t{8} << 20;          // of 8 bytes, for prefixes
};

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// From when on something is a mirror or a rule, and what finding it may cost.

#include <cstddef>
#include <cstdint>

namespace facsim {

struct MirrorOptions {
  // What changes answers.
  std::uint64_t support_min = 10;  // pairs of copies for a rule, contents for a mirror
  double precision_min = 0.95;     // of a rule
  double share_min = 0.5;          // of pages, of a mirror
  std::uint64_t pages_max = ~std::uint64_t{0};
  // What it may cost.
  std::size_t sample_bytes_max = std::size_t{192} << 20;
  std::size_t records_max = (std::size_t{192} << 20) / 40;  // of 40 bytes, of rules
  std::size_t contents_max = std::size_t{8} << 20;          // of 8 bytes, of prefixes
};

}  // namespace facsim

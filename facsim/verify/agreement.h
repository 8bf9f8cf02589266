// SPDX-License-Identifier: Apache-2.0
#pragma once
// The share of the longer page that stands in the other page in the same order.
//
// A longest chain of shared shingles of `shingle_size` units whose positions ascend strictly in both
// pages (Hunt and Szymanski, CACM 1977); agreement = units covered by the chain / units of the
// longer page, the smaller of the two coverages where they differ. Shingles that occur more than
// `occurrences_max` times in a page are left out. Human judges of near-duplicates agree with this
// measure best; the chain is also the explanation: its passages are what the pages share.
//
// Cost: O(n log n) in the number of shared positions.

#include <cstdint>
#include <span>
#include <vector>

namespace facsim {

// Units [first_begin, first_begin + length) of one page are units [second_begin, ...) of the other.
struct Passage {
  std::uint32_t first_begin = 0;
  std::uint32_t second_begin = 0;
  std::uint32_t length = 0;
};

struct AgreementOptions {
  std::uint32_t shingle_size = 3;
  std::uint32_t occurrences_max = 16;
};

struct Agreement {
  double share = 0;                 // 0..1; 1 for two equal pages, also for two empty ones
  std::vector<Passage> passages;    // ascending in both pages, not overlapping
};

[[nodiscard]] Agreement agreement(std::span<const std::uint64_t> first,
                                  std::span<const std::uint64_t> second,
                                  const AgreementOptions& options = {});

}  // namespace facsim

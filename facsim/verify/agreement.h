// SPDX-License-Identifier: Apache-2.0
#pragma once
// The share of the longer page that occurs in the other page in the same order.
//
// What the pages share at their beginnings and ends is taken first, then the long runs of equal
// units that they surely share (agreement_runs.h). Each stretch between them is searched for a
// longest chain of shared shingles of `shingle_size` units whose positions ascend strictly in both
// pages (Hunt and Szymanski, CACM 1977); shingles that occur there more than `occurrences_max`
// times in a page are left out. Each passage is then extended over equal units up to its
// neighbours. Up to four consecutive passages that are off the diagonal of those around them are
// dropped if the gap that they leave shares more. Last, single units are matched in the gaps, near
// the diagonals of the passages (agreement_gaps.h): an edit of one unit in three leaves hardly a
// shingle.
//
// agreement = units in the passages / units of the longer page. It falls linearly with the share
// that was edited: in 240 real pages in which up to 60 % of single units were replaced, its error
// is .001 on average (.037 at worst, in a page of repetitions); for replaced blocks it is 0. Human
// judges of near-duplicates agree with it best. The passages are also the explanation: they are
// what the pages share. Unrelated pages reach .01, one in a hundred .06 in English and .2 in
// Chinese. For near-duplicates a longest common subsequence of all units is .001 more on average:
// single words far from any passage, or parts that repeat (docs/decisions/0013).
//
// Cost: O(n log n) for n units of both pages. Near-duplicates that differ in one unit in twenty or
// less take 1 to 4 ns a unit of each page, less than half of what their shingle sets take; others
// up to 30 ns, two to three times as much (bench/micro/agreement_bench.cc). Memory: up to 100 bytes
// a unit, and in the worst case (every shingle repeated) 12 * occurrences_max more. Pure.
// Symmetric: swapping the pages swaps the sides of the passages and changes nothing else.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "facsim/verify/passage.h"

namespace facsim {

// For a page with fewer units than shingle_size, its number of units is used instead.
struct AgreementOptions {
  std::uint32_t shingle_size = 3;      // at least 1
  std::uint32_t occurrences_max = 16;  // values above 65,534 count as 65,534
};

struct Agreement {
  double share = 0;               // 0..1; 1 for two equal pages, also for two empty ones
  std::vector<Passage> passages;  // ascending in both pages, not overlapping, not empty
};

// Reuses its buffers from pair to pair, except those of very long pages; use one for each thread.
// Throws Error{invalid_argument} for a shingle_size of 0.
class AgreementMeter {
 public:
  explicit AgreementMeter(const AgreementOptions& options = {});
  AgreementMeter(AgreementMeter&&) noexcept;
  AgreementMeter& operator=(AgreementMeter&&) noexcept;
  ~AgreementMeter();

  // Takes the hashes of the pages' units in order, less than 2^31 each.
  [[nodiscard]] Agreement measure(std::span<const std::uint64_t> first,
                                  std::span<const std::uint64_t> second);
  // Returns the share alone, without listing the passages.
  [[nodiscard]] double share(std::span<const std::uint64_t> first,
                             std::span<const std::uint64_t> second);

 private:
  class Work;

  AgreementOptions options_;
  std::unique_ptr<Work> work_;
};

// For one pair: AgreementMeter(options).measure(first, second).
[[nodiscard]] Agreement agreement(std::span<const std::uint64_t> first,
                                  std::span<const std::uint64_t> second,
                                  const AgreementOptions& options = {});

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The share of the longer page that stands in the other page in the same order.
//
// What the pages share at their beginnings and ends is taken first. Between, a longest chain of
// shared shingles of `shingle_size` units whose positions ascend strictly in both pages (Hunt and
// Szymanski, CACM 1977); shingles that occur there more than `occurrences_max` times in a page are
// left out. Each passage of the chain is then extended over equal units up to its neighbours, and
// up to four in a row that stand off the diagonal of those around them are dropped if the gap that
// they leave shares more. Last, single units are matched in the gaps, near the diagonals that the
// passages draw (agreement_gaps.h): an edit of one unit in three leaves hardly a shingle.
//
// agreement = units in the passages / units of the longer page. It falls linearly with the share
// that was edited: within .011 for single units replaced in 120 real pages, up to 60 % of them, as
// for blocks; human judges of near-duplicates agree with it best. The passages are also the
// explanation: they are what the pages share. Unrelated pages reach .01, one in a
// hundred .06 in English and .17 in Chinese.
//
// Cost: O(n log n) for n units, 20 to 35 ns a unit of each page, two to three times what their
// shingle sets cost (bench/micro/agreement_bench.cc). Memory: up to 100 bytes a unit, and in the
// worst case (every shingle repeated) 12 * occurrences_max more. Pure, callable from anywhere.
// Symmetric: swapping the pages swaps the passages' sides and changes nothing else.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace facsim {

// Units [first_begin, first_begin + length) of one page are units [second_begin, ...) of the other.
struct Passage {
  std::uint32_t first_begin = 0;
  std::uint32_t second_begin = 0;
  std::uint32_t length = 0;
  friend bool operator==(const Passage&, const Passage&) = default;
};

// A page with fewer units than shingle_size lowers it to its own number of units.
struct AgreementOptions {
  std::uint32_t shingle_size = 3;      // at least 1
  std::uint32_t occurrences_max = 16;  // more than 65,534 are as many
};

struct Agreement {
  double share = 0;               // 0..1; 1 for two equal pages, also for two empty ones
  std::vector<Passage> passages;  // ascending in both pages, not overlapping, not empty
};

// Keeps its buffers from pair to pair: one for each thread. Throws Error{invalid_argument} for a
// shingle_size of 0.
class AgreementMeter {
 public:
  explicit AgreementMeter(const AgreementOptions& options = {});
  AgreementMeter(AgreementMeter&&) noexcept;
  AgreementMeter& operator=(AgreementMeter&&) noexcept;
  ~AgreementMeter();

  // The hashes of the pages' units in order, less than 2^31 each.
  [[nodiscard]] Agreement measure(std::span<const std::uint64_t> first,
                                  std::span<const std::uint64_t> second);
  // Its share alone, without listing the passages.
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

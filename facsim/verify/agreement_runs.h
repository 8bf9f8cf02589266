// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the long runs of equal units that two near-duplicates surely share. Only for agreement.cc.
//
// Near-duplicates share long runs with few edits between them, and finding these takes a fraction
// of the time of a chain of all shingles. About one in kSampleRate windows of kWindowUnits units is
// sampled by its content, the same ones in both pages (Manber, USENIX 1994; Broder, SEQUENCES 1997,
// section 4). A sampled window of the first page that occurs once among those of the second is an
// anchor, and is extended over equal units to a run. A heaviest chain of the runs of `length_min`
// units or more is taken: the anchors of B. Cohen's patience diff, but weighed by length.
//
// Promise: the runs ascend in both pages and do not overlap, and none costs more than it gains: the
// text before a run (or several consecutive ones) in one page and after it in the other, up to the
// neighbours, is no longer than the run. So a chain of shared units that bypasses the runs gains at
// most their length, besides what the small gaps between them contain. Pages of low likeness have
// no such runs. Some long runs are not found: repeated ones, and those without a sample. A run may
// have only half of length_min if its overlap was cut off for the run before it.
//
// Cost: 1 to 1.5 ns a unit of each page, 4 bytes a unit, no allocation once warm. O(n) steps and
// O(r log r) for r runs, whatever the pages contain. Use one for each thread.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "facsim/verify/passage.h"

namespace facsim {

inline constexpr std::size_t kWindowUnits = 8;
inline constexpr std::size_t kSampleRate = 8;

class LongRuns {
 public:
  // Less than 2^32 units each; valid until the next call. length_min is at least kWindowUnits.
  [[nodiscard]] std::span<const Passage> find(std::span<const std::uint64_t> first,
                                              std::span<const std::uint64_t> second,
                                              std::uint32_t length_min);

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t position = 0;
  };

  void sample(std::span<const std::uint64_t> units);
  void index_samples(std::span<const std::uint64_t> units);
  void collect(std::span<const std::uint64_t> first, std::span<const std::uint64_t> second,
               std::uint32_t length_min);
  void keep_heaviest_chain(std::uint32_t length_min);
  [[nodiscard]] std::size_t dear_from(std::size_t begin, const Passage& before,
                                      const Passage& end) const;
  bool drop_dear_runs(const Passage& end);
  [[nodiscard]] Slot* slot_of(std::uint64_t hash);

  std::vector<std::uint32_t> samples_;  // positions; only the first sample_count_ are valid
  std::size_t sample_count_ = 0;
  std::vector<Slot> slots_;  // the size is a power of two
  int shift_ = 0;
  std::vector<Passage> runs_;
  std::vector<std::uint32_t> by_end_;      // runs in the order of their ends in the second page
  std::vector<std::uint32_t> best_of_;     // Fenwick tree over by_end_: the run that ends the best
  std::vector<std::uint64_t> weights_;     // of the best chain that ends with each run
  std::vector<std::uint32_t> run_before_;  // in that chain
};

}  // namespace facsim

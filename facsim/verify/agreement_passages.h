// SPDX-License-Identifier: Apache-2.0
#pragma once
// The list of passages that two pages share, while they are searched for. Only for agreement.cc.
//
// Passages ascend strictly in both pages and do not overlap; every step preserves that. Reuses its
// buffers from pair to pair.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "facsim/verify/agreement_gaps.h"
#include "facsim/verify/passage.h"

namespace facsim {

class PassageList {
 public:
  using Units = std::span<const std::uint64_t>;

  // Empties the list. The pages must outlive their use here.
  void begin(Units first, Units second);

  // Adds a passage that begins after the beginning of the last one in both pages. Its overlap with
  // the last one is cut off; on the same diagonal it extends the last one.
  void add(const Passage& passage);

  // True if this shingle ends one unit after the last passage in both pages and that unit is equal;
  // the unit has then been added. Most shingles of a chain follow each other in this way.
  [[nodiscard]] bool lengthened(const Passage& shingle);

  // Extends every passage over equal units, first forwards, then backwards, up to its neighbours
  // and the ends of the pages; passages that then touch on both sides are merged.
  void extend();

  // Drops passages that are off the diagonal of their neighbours on both sides if the gap that they
  // leave shares more units than they do together with the gaps around them. Most of them are
  // phrases that the text repeats, matched with another occurrence.
  void drop_islands(GapMatcher& matcher);

  // Returns the number of units in the passages and of those that the gaps share, including the
  // gaps before the first and after the last passage.
  [[nodiscard]] std::uint64_t covered_with_gaps(GapMatcher& matcher) const;
  // Returns the same units as passages.
  [[nodiscard]] std::vector<Passage> with_gaps(GapMatcher& matcher) const;

 private:
  [[nodiscard]] std::size_t islands_from(std::size_t begin, const Passage& last) const;
  [[nodiscard]] Passage at(std::size_t place) const;
  [[nodiscard]] std::pair<Units, Units> gap(const Passage& before, const Passage& after) const;
  [[nodiscard]] std::uint32_t gap_count(GapMatcher& matcher, const Passage& before,
                                        const Passage& after) const;

  Units first_;
  Units second_;
  std::vector<Passage> list_;
  std::vector<Passage> spare_;
};

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The passages that two pages share, while they are found. For agreement.cc only.
//
// Passages ascend strictly in both pages and do not overlap; every step keeps that. Keeps its
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

  // Empties the list. The pages must outlive its use.
  void begin(Units first, Units second);

  // Adds a passage that begins after the last one's beginning in both pages. What overlaps the last
  // one is cut off; on the same diagonal it lengthens it.
  void add(const Passage& passage);

  // Is this shingle the last passage's last but for one unit more, which is equal? Then it has been
  // added: mostly the shingles of a chain follow each other.
  [[nodiscard]] bool lengthened(const Passage& shingle);

  // Lengthens every passage over equal units, first forwards, then backwards, up to its neighbours
  // and the ends of the pages; passages that come to touch on both sides become one.
  void extend();

  // Drops passages that stand off the diagonal of their neighbours on both sides, if the gap that
  // they leave shares more units than they do with the gaps around them: mostly a phrase that the
  // text repeats, matched with itself somewhere else.
  void drop_islands(GapMatcher& matcher);

  // Units in the passages and what the gaps share, before the first and after the last too.
  [[nodiscard]] std::uint64_t covered_with_gaps(GapMatcher& matcher) const;
  // The same as passages.
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

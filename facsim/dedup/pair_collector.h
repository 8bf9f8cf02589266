// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pairs of a component that matches.facsim gets: those that the leader rule asked about and,
// where they are wanted, those that it had no need of.
//
// The rule asks about kept pages only; by another threshold or in another order other pages are
// kept. So each page is measured against the pages before it that share a group with it, those that
// share most groups first, up to kListedPairsMax together with those that the rule asked about; a
// page of which more were left out is marked.
// Measured: all candidate pairs are twice those that the rule asks about, and their texts are at
// hand (docs/decisions/0014). One a thread.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "facsim/cluster/leader_rule.h"
#include "facsim/dedup/pair_lists.h"
#include "facsim/dedup/remembered_pairs.h"
#include "facsim/folder_options.h"
#include "facsim/model/profile.h"

namespace facsim {

// No likeness below it is listed: thresholds can be lowered down to here.
[[nodiscard]] double pairs_floor(const Thresholds& thresholds) noexcept;

// Nothing where the two are no candidates, or their sketches say that they are far from the floor.
using ListPair =
    std::function<std::optional<MeasuredPair>(std::uint32_t page, std::uint32_t other)>;

class PairCollector {
 public:
  // `most` is at least 1; with Matches::leaders nothing is measured.
  explicit PairCollector(Matches matches, std::uint32_t most = kListedPairsMax)
      : matches_(matches), most_(most) {}

  // `pages` in keep order, as in `graph`; `asked` are the pairs that the rule had measured, each of
  // a page and an earlier one, as RememberedPairs gives them: where a page has more than `most_`,
  // so many. Memory: 40 bytes for each of these, and 48 for each pair that is listed.
  [[nodiscard]] ComponentPairs collect(std::span<const std::uint32_t> pages,
                                       const CandidateGraph& graph, std::vector<MeasuredPair> asked,
                                       const ListPair& measure) const;

 private:
  Matches matches_;
  std::uint32_t most_;
};

}  // namespace facsim

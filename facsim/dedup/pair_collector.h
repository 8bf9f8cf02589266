// SPDX-License-Identifier: Apache-2.0
#pragma once
// Selects the pairs of a component for matches.facsim: those that the leader rule measured and, if
// requested, others.
//
// The rule measures pairs with kept pages only; with another threshold or in another order other
// pages are kept. So each page is measured against the earlier pages that share a group with it,
// those that share most groups first, up to kListedPairsMax together with the pairs of the rule; a
// page for which more were left out is marked. Measurements showed that all candidate pairs are
// twice those of the rule, and that their texts are at hand (docs/decisions/0014). Use one per
// thread.

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

// The floor: no lower likeness is listed, so thresholds can be lowered down to it.
[[nodiscard]] double pairs_floor(const Thresholds& thresholds) noexcept;

// Returns nothing if the two are not candidates, or if their sketches show that they are far from
// the floor.
using ListPair =
    std::function<std::optional<MeasuredPair>(std::uint32_t page, std::uint32_t other)>;

class PairCollector {
 public:
  // `most` is at least 1; with Matches::leaders, collect() does not measure pairs itself.
  explicit PairCollector(Matches matches, std::uint32_t most = kListedPairsMax)
      : matches_(matches), most_(most) {}

  // `pages` in keep order, as in `graph`; `asked` are the pairs that the rule had measured, each of
  // a page and an earlier one, as RememberedPairs returns them: at most `most_` for each page.
  // Memory: 40 bytes for each of these, and 48 for each pair that is listed.
  [[nodiscard]] ComponentPairs collect(std::span<const std::uint32_t> pages,
                                       const CandidateGraph& graph, std::vector<MeasuredPair> asked,
                                       const ListPair& measure) const;

 private:
  Matches matches_;
  std::uint32_t most_;
};

}  // namespace facsim

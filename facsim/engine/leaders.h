// SPDX-License-Identifier: Apache-2.0
#pragma once
// The leader rule over a corpus, component by component, on many threads.

#include <cstdint>
#include <vector>

#include "facsim/cluster/leader_rule.h"
#include "facsim/engine/candidates.h"
#include "facsim/engine/missing_units.h"
#include "facsim/engine/pair_lists.h"
#include "facsim/engine/scan.h"

namespace facsim {

// What became of a page that shares its text with no better one.
struct Decision {
  std::uint32_t representative = kNoPage;  // goes, this page stays for it
  std::uint32_t related = kNoPage;         // stays, but this kept page repeats part of it
  Match match;
};

// Decisions by page; pages without one are kept and repeat nothing.
class Decisions {
 public:
  Decisions(std::uint32_t pages, Scratch& scratch, std::uint64_t memory_bytes)
      : index_(pages, kNoPage), decisions_(scratch, static_cast<std::size_t>(memory_bytes)) {}
  void set(std::uint32_t page, const Decision& decision) {
    index_[page] = static_cast<std::uint32_t>(decisions_.size());
    decisions_.push_back(decision);
  }
  [[nodiscard]] Decision at(std::uint32_t page) const {
    return index_[page] == kNoPage ? Decision{} : decisions_.at(index_[page]);
  }

 private:
  std::vector<std::uint32_t> index_;
  SpillArray<Decision> decisions_;
};

// The rule as a run asks for it.
[[nodiscard]] LeaderOptions leader_options(const DedupOptions& options);

// `lists`, where there are any, get the pairs of every component (pair_collector.h).
[[nodiscard]] Decisions apply_leaders(const Corpus& corpus, const LateUnits& late,
                                      SpillSorter<Member>& members, const DedupOptions& options,
                                      const DedupHooks& hooks, Scratch& scratch, Summary& summary,
                                      PairLists* lists = nullptr);

}  // namespace facsim

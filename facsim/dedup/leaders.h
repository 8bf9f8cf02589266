// SPDX-License-Identifier: Apache-2.0
#pragma once
// The leader rule over a corpus, component by component, on many threads.

#include <cstdint>
#include <vector>

#include "facsim/cluster/leader_rule.h"
#include "facsim/corpus/missing_units.h"
#include "facsim/corpus/scan.h"
#include "facsim/dedup/candidates.h"
#include "facsim/dedup/pair_collector.h"
#include "facsim/dedup/pair_lists.h"

namespace facsim {

// Decisions on pages that share their text with no better one, by page; pages without one are kept
// and repeat nothing.
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

  VerificationCounts counts;    // of the pairs that the rule asked about
  std::uint64_t truncated = 0;  // pages of which not all candidates were asked

 private:
  std::vector<std::uint32_t> index_;
  SpillArray<Decision> decisions_;
};

// A component knows its pages by their place in `pages`, the corpus by their numbers.
void name_by_corpus(Decision& decision, const std::vector<std::uint32_t>& pages);

// The rule as a run asks for it.
[[nodiscard]] LeaderOptions leader_options(const Profile& profile, const Policy& policy);

// `collector`, where there is one, says which pairs of every component `lists` get.
[[nodiscard]] Decisions apply_leaders(const Corpus& corpus, const RereadUnits& reread,
                                      SpillSorter<Member>& members, const Profile& profile,
                                      const Policy& policy, const Run& run,
                                      const PairCollector* collector = nullptr,
                                      PairLists* lists = nullptr);

}  // namespace facsim

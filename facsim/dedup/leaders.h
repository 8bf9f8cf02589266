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

// Decisions on the pages that represent their text, by page; pages without an entry are kept and
// repeat no other page.
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

  VerificationCounts counts;    // of the pairs that the rule requested
  std::uint64_t truncated = 0;  // pages for which not all candidates were considered

 private:
  std::vector<std::uint32_t> index_;
  SpillArray<Decision> decisions_;
};

// Converts a decision from indices in `pages`, used within a component, to page numbers of the
// corpus.
void name_by_corpus(Decision& decision, const std::vector<std::uint32_t>& pages);

// Returns the options of the rule for a run.
[[nodiscard]] LeaderOptions leader_options(const Profile& profile, const Policy& policy);

// `collector`, if not null, selects the pairs of every component that are added to `lists`.
[[nodiscard]] Decisions apply_leaders(const Corpus& corpus, const RereadUnits& reread,
                                      SpillSorter<Member>& members, const Profile& profile,
                                      const Policy& policy, const Run& run,
                                      const PairCollector* collector = nullptr,
                                      PairLists* lists = nullptr);

}  // namespace facsim

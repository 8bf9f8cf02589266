// SPDX-License-Identifier: Apache-2.0
#pragma once
// What was decided of every page of a corpus.

#include <cstdint>
#include <utility>
#include <vector>

#include "facsim/corpus/scan.h"
#include "facsim/dedup/leaders.h"
#include "facsim/model/policy.h"
#include "facsim/model/profile.h"
#include "facsim/run/run.h"

namespace facsim {

class DecidedCorpus {
 public:
  // `exact_best` as in Candidates. All arguments must outlive this, but for `run`. Cost: one
  // walk over the pages of the inputs, which reads those that repeat another page's text. Throws
  // Error{cancelled}.
  DecidedCorpus(const Corpus& corpus, const std::vector<std::uint32_t>& exact_best,
                const Decisions& decisions, const Profile& profile, const Policy& policy,
                const Run& run);

  [[nodiscard]] const Corpus& corpus() const noexcept { return corpus_; }
  [[nodiscard]] const Profile& profile() const noexcept { return profile_; }
  [[nodiscard]] const Policy& policy() const noexcept { return policy_; }
  // Spreads the decision on an exact group's best page to all its pages, and says whether payloads
  // are the same, where they are known. `row` is the page's.
  [[nodiscard]] Decision at(std::uint32_t page, const PageRow& row) const;

  // A bit a page each, as is stands_for_others().
  [[nodiscard]] bool is_removed(std::uint32_t page) const { return removed_[page]; }
  // Mode::revisit: for each page the page that a revisit record in its place refers to, or kNoPage.
  void set_revisits(std::vector<std::uint32_t> revisit_of) {
    revisit_of_ = std::move(revisit_of);
    writes_revisits_ = true;
  }
  // Whether removed pages stay in the copies, but for those that a revisit record replaces.
  [[nodiscard]] bool writes_revisits() const noexcept { return writes_revisits_; }
  [[nodiscard]] std::uint32_t revisit_of(std::uint32_t page) const {
    return page < revisit_of_.size() ? revisit_of_[page] : kNoPage;
  }
  // Whether the copies lack this page.
  [[nodiscard]] bool is_left_out(std::uint32_t page) const {
    return removed_[page] && !writes_revisits_;
  }
  // A kept page that others were removed for.
  [[nodiscard]] bool stands_for_others(std::uint32_t page) const {
    return stands_for_others_[page];
  }

 private:
  // kNoPage of a page that is kept.
  [[nodiscard]] std::uint32_t representative_of(std::uint32_t page) const;
  [[nodiscard]] Decision spread(std::uint32_t page, const PageRow& row) const;

  const Corpus& corpus_;
  const std::vector<std::uint32_t>& exact_best_;
  const Decisions& decisions_;
  const Profile& profile_;
  const Policy& policy_;
  std::vector<bool> removed_;
  std::vector<bool> stands_for_others_;
  std::vector<std::uint32_t> revisit_of_;
  bool writes_revisits_ = false;
};

}  // namespace facsim

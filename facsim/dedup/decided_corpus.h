// SPDX-License-Identifier: Apache-2.0
#pragma once
// The decisions on all pages of a corpus.

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
  // `exact_best` as in Candidates. All arguments except `run` must outlive this. Cost: one pass
  // over the pages of the inputs, which reads the rows of those that repeat another page's text.
  // Throws Error{cancelled}.
  DecidedCorpus(const Corpus& corpus, const std::vector<std::uint32_t>& exact_best,
                const Decisions& decisions, const Profile& profile, const Policy& policy,
                const Run& run);

  [[nodiscard]] const Corpus& corpus() const noexcept { return corpus_; }
  [[nodiscard]] const Profile& profile() const noexcept { return profile_; }
  [[nodiscard]] const Policy& policy() const noexcept { return policy_; }
  // Returns the decision on a page: that of its exact group's best page, with the page's own kind
  // and, if payloads are known, whether they are equal. `row` is the page's row.
  [[nodiscard]] Decision at(std::uint32_t page, const PageRow& row) const;

  // Cost: a bit per page, as for stands_for_others().
  [[nodiscard]] bool is_removed(std::uint32_t page) const { return removed_[page]; }
  // Mode::revisit: for each page, the page that a revisit record replacing it refers to, or
  // kNoPage.
  void set_revisits(std::vector<std::uint32_t> revisit_of) {
    revisit_of_ = std::move(revisit_of);
    writes_revisits_ = true;
  }
  // True if the copies contain removed pages, except those replaced by a revisit record.
  [[nodiscard]] bool writes_revisits() const noexcept { return writes_revisits_; }
  [[nodiscard]] std::uint32_t revisit_of(std::uint32_t page) const {
    return page < revisit_of_.size() ? revisit_of_[page] : kNoPage;
  }
  // True if the copies do not contain this page.
  [[nodiscard]] bool is_left_out(std::uint32_t page) const {
    return removed_[page] && !writes_revisits_;
  }
  // True for a kept page for which others were removed.
  [[nodiscard]] bool stands_for_others(std::uint32_t page) const {
    return stands_for_others_[page];
  }

 private:
  // Returns kNoPage for a page that is kept.
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

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The verdicts become files: rows of what went and why, and the inputs without it.

#include <string>
#include <vector>

#include "facsim/engine/copy_corpus.h"
#include "facsim/engine/leaders.h"
#include "facsim/engine/scan.h"

namespace facsim {

// The verdict on one page, with the page that it repeats.
struct Verdict {
  std::uint32_t representative = kNoPage;  // set: goes
  std::uint32_t related = kNoPage;         // set: stays, repeats part of this one
  Match match;
};

// Spreads the decision on an exact group's best page to all its pages.
class Verdicts {
 public:
  Verdicts(const Corpus& corpus, const std::vector<std::uint32_t>& exact_best,
           const Decisions& decisions, const DedupOptions& options)
      : corpus_(corpus), exact_best_(exact_best), decisions_(decisions), options_(options) {}
  [[nodiscard]] Verdict at(std::uint32_t page, const PageRow& row) const;

 private:
  const Corpus& corpus_;
  const std::vector<std::uint32_t>& exact_best_;
  const Decisions& decisions_;
  const DedupOptions& options_;
};

// Writes all but summary.json into `folder`; counts into `summary`; returns the names written,
// those of linked pages apart, which `summary` gets. With Copying::rows_only all but the copies.
std::vector<std::string> publish(const Corpus& corpus, const Verdicts& verdicts,
                                 const std::string& folder, const DedupOptions& options,
                                 const DedupHooks& hooks, Scratch& scratch, Summary& summary,
                                 Copying copying = Copying::everything);

}  // namespace facsim

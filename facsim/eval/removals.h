// SPDX-License-Identifier: Apache-2.0
#pragma once
// Judges what dedup would remove against a truth.
//
// By exact resemblance a removal is right if the page resembles the representative in its row at or
// above the profile's threshold, and bad below the threshold less .1. The removable pages are those
// that a greedy leader removes that visits the pages in input order and knows every exact
// resemblance: a page joins the kept page that it resembles most, if enough, otherwise it is kept.
// Pages that are different by what was not judged (witness.h) are not a pair, whatever their
// resemblance. tests/quality judges the rows of a finished run by the same rules from outside.
//
// If a profile decides by agreement, agreement takes the place of resemblance in all of this. There
// is no index for agreement, so the greedy leader knows it only for the pairs whose resemblance is
// at least the floor of the evaluation; a pair that agrees by .82 resembles by .23 if every edit is
// isolated.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "facsim/corpus/missing_units.h"
#include "facsim/dedup/pair_verifier.h"
#include "facsim/eval/eval_corpus.h"
#include "facsim/eval/report.h"
#include "facsim/eval/set_join.h"

namespace facsim {

// Returns for each page the one that is kept for it; itself if it is kept.
[[nodiscard]] std::vector<std::uint32_t> representatives(EvalCorpus& corpus,
                                                         const ReadOptions& read,
                                                         const ReadyProfile& judge,
                                                         const Policy& policy, const Run& run);

// The decision of dedup on two pages alone: candidates, verified, of a kind that is removed. One
// thread.
class SinglePairRule {
 public:
  // The arguments must outlive this.
  SinglePairRule(const EvalCorpus& corpus, const Profile& profile, const Policy& policy,
                 const Run& run);
  [[nodiscard]] bool are_duplicates(std::uint32_t page, std::uint32_t other);

 private:
  const EvalCorpus& corpus_;
  const Profile& profile_;
  const Policy& policy_;
  RereadUnits reread_;  // empty: an EvalCorpus has all units
  PairVerifier verifier_;
};

// Pages of equal text and witness count as one item of the truth.
struct EvalItem {
  std::uint32_t page = 0;     // the first of them
  std::uint32_t count = 1;    // pages
  std::uint32_t cluster = 0;  // as in the labels
  bool is_short = false;
  std::uint32_t shingles = 0;
};

// The input of the judgement, all from one evaluation.
struct RemovalTruth {
  const EvalCorpus& corpus;
  std::span<const std::uint32_t> representatives;  // by page
  std::span<const EvalItem> items;                 // ascending by page
  std::span<const std::uint32_t> item_of;          // by page, or kNoPage
  std::span<const JoinedPair> pairs;               // of items; all from the floor up
};

// Uses the profile's threshold of agreement if it has one, else of resemblance, which must not be
// below the floor. `look` is called now and then and may throw to stop. Cost: with agreement, some
// 60 ns a unit for each pair that the greedy leader examines.
[[nodiscard]] EvalRemovals judge_by_likeness(const RemovalTruth& truth,
                                             const Thresholds& thresholds,
                                             const std::function<void()>& look = {});

// A removal is right if both pages are in one cluster; of each cluster one page should be kept.
// `cluster_of` is the cluster of each page, or kNoPage for unlabelled pages, which are left out.
[[nodiscard]] EvalRemovals judge_by_clusters(std::span<const std::uint32_t> representatives,
                                             std::span<const std::uint32_t> cluster_of);

}  // namespace facsim

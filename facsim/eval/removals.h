// SPDX-License-Identifier: Apache-2.0
#pragma once
// What dedup would remove, judged by a truth.
//
// By exact resemblance a removal is right if the page resembles the representative that its row
// names at or above the profile's threshold, and bad below the threshold less .1. What could be
// removed is what a greedy leader removes that visits the pages in input order and knows every
// exact resemblance: a page joins the kept page that it resembles most, if enough, else is kept.
// Pages that are two by what was not judged (witness.h) are no pair, whatever their resemblance.
// tests/quality judges the rows of a finished run by the same rules from outside.
//
// Where a profile decides by agreement, agreement takes the place of resemblance in all of this. It
// has no index, so the greedy leader knows it of the pairs that resemble each other by the floor of
// the evaluation; a pair that agrees by .82 resembles by .23 if every edit stands alone.

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

// For each page the one that stays for it; itself where it stays.
[[nodiscard]] std::vector<std::uint32_t> representatives(EvalCorpus& corpus,
                                                         const ReadOptions& read,
                                                         const ReadyProfile& judge,
                                                         const Policy& policy, const Run& run);

// What dedup says of two pages that it meets alone: candidates, verified, of a kind that goes. One
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
  RereadUnits reread_;  // none: an EvalCorpus has all units
  PairVerifier verifier_;
};

// Pages of equal text and witness, as one: what a truth is counted over.
struct EvalItem {
  std::uint32_t page = 0;     // the first of them
  std::uint32_t count = 1;    // pages
  std::uint32_t cluster = 0;  // as labels have it
  bool is_short = false;
  std::uint32_t shingles = 0;
};

// What is judged, all of one evaluation.
struct RemovalTruth {
  const EvalCorpus& corpus;
  std::span<const std::uint32_t> representatives;  // by page
  std::span<const EvalItem> items;                 // ascending by page
  std::span<const std::uint32_t> item_of;          // by page, or kNoPage
  std::span<const JoinedPair> pairs;               // of items; all from the floor on
};

// By the profile's threshold of agreement where it has one, else of resemblance, which must not be
// below the floor. `look` is called now and then and may throw to stop. Cost: with agreement, some
// 60 ns a unit for each pair that the greedy leader has to look at.
[[nodiscard]] EvalRemovals judge_by_likeness(const RemovalTruth& truth,
                                             const Thresholds& thresholds,
                                             const std::function<void()>& look = {});

// A removal is right if both pages are of one cluster; of each cluster one page is to stay.
// `cluster_of` is the cluster of each page, or kNoPage where nobody said: such pages are left out.
[[nodiscard]] EvalRemovals judge_by_clusters(std::span<const std::uint32_t> representatives,
                                             std::span<const std::uint32_t> cluster_of);

}  // namespace facsim

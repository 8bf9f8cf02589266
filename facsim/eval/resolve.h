// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the pages that labels refer to. Unusable labels are left out, counted, and reported once.
//
// A label names a page by its id, or by FILE:OFFSET if it has none. Left out are labels of ids that
// no document has or that several have, pairs of a page with itself, the second of two equal
// labels, and both of two that contradict each other.

#include <cstdint>
#include <string>
#include <vector>

#include "facsim/eval/eval_corpus.h"
#include "facsim/eval/labels.h"

namespace facsim {

struct ResolvedPair {
  std::uint32_t first = 0;  // the smaller page number
  std::uint32_t second = 0;
  bool is_duplicate = false;
  friend auto operator<=>(const ResolvedPair&, const ResolvedPair&) = default;
};

// Returns the pairs in ascending order. `file` names the labels in warnings, one sentence each.
// Throws Error{invalid_argument} if no pair is left.
[[nodiscard]] std::vector<ResolvedPair> resolve_pairs(const std::vector<LabelledPair>& labels,
                                                      const EvalCorpus& corpus,
                                                      const std::string& file,
                                                      std::vector<std::string>& warnings);

// Returns the number of each page's cluster, or kNoPage. The id is the field of a label that names
// documents more often in the whole file. Throws if no page is left.
[[nodiscard]] std::vector<std::uint32_t> resolve_clusters(std::vector<ClusterLabel> labels,
                                                          const EvalCorpus& corpus,
                                                          const std::string& file,
                                                          std::vector<std::string>& warnings);

}  // namespace facsim

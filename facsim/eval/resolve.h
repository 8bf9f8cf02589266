// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which pages do the labels mean? What cannot be meant is left out, counted, and named once.
//
// A label names a page by its id, or by FILE:OFFSET where it has none. Left out are labels of ids
// that no document has or that several have, pairs of a page with itself, the second of two equal
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

// Ascending. `file` names the labels in warnings, a sentence each. Throws Error{invalid_argument}
// where no pair is left.
[[nodiscard]] std::vector<ResolvedPair> resolve_pairs(const std::vector<LabelledPair>& labels,
                                                      const EvalCorpus& corpus,
                                                      const std::string& file,
                                                      std::vector<std::string>& warnings);

// The number of each page's cluster, or kNoPage. Of the two fields of a label the id is the one
// that names documents more often in the whole file. Throws where no page is left.
[[nodiscard]] std::vector<std::uint32_t> resolve_clusters(std::vector<ClusterLabel> labels,
                                                          const EvalCorpus& corpus,
                                                          const std::string& file,
                                                          std::vector<std::string>& warnings);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A listed pair before the judge: the figures of the list instead of the texts.

#include <optional>

#include "facsim/dedup/matches/decided_pairs.h"
#include "facsim/dedup/pair_lists.h"
#include "facsim/dedup/row_pair.h"
#include "facsim/model/policy.h"
#include "facsim/model/why_apart.h"
#include "facsim/page/pair_judge.h"

namespace facsim {

// What a pair is judged by.
struct JudgedBy {
  const Corpus& corpus;
  const DecidedPairs* decided;
  const Policy& policy;
};

// Nothing where nobody asked.
[[nodiscard]] std::optional<bool> is_template(const Corpus& corpus, const RowPair& pair,
                                              const ListedPair& listed);

// Throws Error{damaged} for a pair that shares more than its pages have, as do those below.
[[nodiscard]] Evidence evidence_of(const RowPair& pair, const ListedPair& listed);

// What PairVerifier says of the pair.
[[nodiscard]] std::optional<Match> verified(const Corpus& corpus, const RowPair& pair,
                                            const ListedPair& listed, const Thresholds& thresholds,
                                            bool refuses_templates);

// The same, but that people know better than the figures, whatever these are.
[[nodiscard]] std::optional<Match> match_of(const JudgedBy& by, const RowPair& pair,
                                            const ListedPair& listed, const Thresholds& thresholds);

// Of a pair whose pages both stay. `matches`: verified() says so.
[[nodiscard]] WhyApart why_apart(const JudgedBy& by, const RowPair& pair, const ListedPair& listed,
                                 const Thresholds& thresholds, bool matches);

}  // namespace facsim

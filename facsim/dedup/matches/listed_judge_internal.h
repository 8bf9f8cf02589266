// SPDX-License-Identifier: Apache-2.0
#pragma once
// Judges a listed pair: by the figures of the list instead of the texts.

#include <optional>

#include "facsim/dedup/matches/decided_pairs.h"
#include "facsim/dedup/pair_lists.h"
#include "facsim/dedup/row_pair.h"
#include "facsim/model/policy.h"
#include "facsim/model/why_apart.h"
#include "facsim/page/pair_judge.h"

namespace facsim {

// The context in which a pair is judged.
struct JudgedBy {
  const Corpus& corpus;
  const DecidedPairs* decided;
  const Policy& policy;
};

// Returns nothing if it was not measured.
[[nodiscard]] std::optional<bool> is_template(const Corpus& corpus, const RowPair& pair,
                                              const ListedPair& listed);

// Throws Error{damaged} for a pair that shares more than its pages have, as do the functions below.
[[nodiscard]] Evidence evidence_of(const RowPair& pair, const ListedPair& listed);

// Returns the verdict of PairVerifier on the pair.
[[nodiscard]] std::optional<Match> verified(const Corpus& corpus, const RowPair& pair,
                                            const ListedPair& listed, const Thresholds& thresholds,
                                            bool refuses_templates);

// The same, except that decisions of people override the figures.
[[nodiscard]] std::optional<Match> match_of(const JudgedBy& by, const RowPair& pair,
                                            const ListedPair& listed, const Thresholds& thresholds);

// Explains why both pages of a pair are kept. `matches`: verified() returns a match.
[[nodiscard]] WhyApart why_apart(const JudgedBy& by, const RowPair& pair, const ListedPair& listed,
                                 const Thresholds& thresholds, bool matches);

}  // namespace facsim

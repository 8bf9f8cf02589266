// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "facsim/base/error.h"
#include "facsim/dedup/matches/listed_judge_internal.h"
#include "facsim/fingerprint/sketcher.h"
#include "facsim/page/name_match.h"
#include "facsim/result/result_names.h"
#include "facsim/verify/kind.h"
#include "facsim/verify/overlap.h"

namespace facsim {
namespace {

Overlap overlap_of(const RowPair& pair, const ListedPair& listed) {
  if (listed.shared > std::min(pair.row.shingles, pair.other_row.shingles)) {
    throw Error(ErrorCode::damaged,
                "a pair shares more shingles than its pages have; run " + Named::dedup + " again",
                kMatchesName);
  }
  return {pair.row.shingles, pair.other_row.shingles, listed.shared};
}

bool sketches_allow(const RowPair& pair, const ListedPair& listed, Thresholds thresholds) {
  if (are_two_pages(pair.row, pair.other_row, 1, thresholds)) {
    thresholds.min_resemblance = thresholds.min_resemblance_with_agreement = 2;  // only parts
  }
  return estimate_may_match(estimated_resemblance(listed.equal_bins), pair.row.shingles,
                            pair.other_row.shingles, thresholds);
}

}  // namespace

std::optional<bool> is_template(const Corpus& corpus, const RowPair& pair,
                                const ListedPair& listed) {
  if (!listed.fill_one_template.value_or(false)) return listed.fill_one_template;
  return !corpus.have_one_url(pair.row, pair.other_row);
}

Evidence evidence_of(const RowPair& pair, const ListedPair& listed) {
  return listed.same_text ? same_text_evidence()
                          : text_evidence(overlap_of(pair, listed), listed.agreement);
}

std::optional<Match> verified(const Corpus& corpus, const RowPair& pair, const ListedPair& listed,
                              const Thresholds& thresholds, bool refuses_templates) {
  if (!sketches_allow(pair, listed, thresholds)) return std::nullopt;
  std::optional<Match> match =
      judge_pair(pair.row, pair.other_row, evidence_of(pair, listed), thresholds);
  if (match && refuses_templates && match->kind == Kind::content) {
    if (is_template(corpus, pair, listed).value_or(false)) return std::nullopt;
    match->agreement = listed.agreement;
  }
  return match;
}

std::optional<Match> match_of(const JudgedBy& by, const RowPair& pair, const ListedPair& listed,
                              const Thresholds& thresholds) {
  const auto decision =
      by.decided == nullptr ? std::nullopt : by.decided->of(pair.page, pair.other);
  if (!decision) {
    return verified(by.corpus, pair, listed, thresholds, by.policy.refuse_templates);
  }
  if (*decision == PairDecision::different) return std::nullopt;
  Match match = figures_of(pair.row, pair.other_row, evidence_of(pair, listed));
  match.kind = by.policy.remove.has(Kind::content) ? Kind::content : Kind::exact;
  return match;
}

WhyApart why_apart(const JudgedBy& by, const RowPair& pair, const ListedPair& listed,
                   const Thresholds& thresholds, bool matches) {
  if (by.decided != nullptr && by.decided->of(pair.page, pair.other) == PairDecision::different) {
    return WhyApart::decided;
  }
  if (matches) return WhyApart::elsewhere;
  if (by.policy.refuse_templates && verified(by.corpus, pair, listed, thresholds, false)) {
    return WhyApart::one_template;
  }
  const bool are_two = are_two_pages(pair.row, pair.other_row, 1, thresholds);
  if (!are_two && !sketches_allow(pair, listed, thresholds)) return WhyApart::figures;
  Likeness judged{
      .same_text = listed.same_text,
      .is_other_order = say_other_orders(pair.row, pair.other_row, evidence_of(pair, listed)),
      .resemblance = overlap_of(pair, listed).resemblance()};
  if (thresholds.min_agreement > 0) judged.agreement = listed.agreement.value_or(0);
  if (!kind_of(judged, thresholds)) return WhyApart::figures;
  const bool by_names = thresholds.names && match_of_names(pair.row, pair.other_row);
  return by_names ? WhyApart::names : WhyApart::unjudged;
}

}  // namespace facsim

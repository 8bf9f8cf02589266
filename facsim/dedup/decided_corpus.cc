// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/decided_corpus.h"

#include "facsim/page/pair_judge.h"

namespace facsim {

DecidedCorpus::DecidedCorpus(const Corpus& corpus, const std::vector<std::uint32_t>& exact_best,
                             const Decisions& decisions, const Profile& profile,
                             const Policy& policy)
    : corpus_(corpus),
      exact_best_(exact_best),
      decisions_(decisions),
      profile_(profile),
      policy_(policy),
      removed_(corpus.all_pages()),
      stands_for_others_(corpus.all_pages()) {}

Decision DecidedCorpus::at(std::uint32_t page, const PageRow& row) const {
  Decision made = spread(page, row);
  if (corpus_.payloads && made.other() != kNoPage) {
    made.match.same_payload = corpus_.payloads->are_same(page, made.other());
  }
  return made;
}

Decision DecidedCorpus::spread(std::uint32_t page, const PageRow& row) const {
  Decision made;
  const std::uint32_t best = exact_best_[page];
  if (best == kNoPage) return made;
  const Decision decision = decisions_.at(best);
  if (best == page) return decision;
  // The page has the same text as its group's best: the figures are the same, the layout may not
  // be. Where the best goes, the group goes; the row still states the page's own kind.
  const bool best_is_kept = !decision.removed();
  const std::uint32_t other = best_is_kept ? best : decision.representative;
  const PageRow other_row = corpus_.rows.at(other);
  const Thresholds& thresholds = profile_.thresholds;
  if (best_is_kept) {
    const Evidence same = same_text_evidence();
    made.match =
        judge_pair(row, other_row, same, thresholds).value_or(figures_of(row, other_row, same));
    const bool goes = policy_.remove.has(made.match.kind);
    (goes ? made.representative : made.related) = other;
    return made;
  }
  made.match = decision.match;
  made.representative = other;
  if (decision.match.by == By::link) return made;
  const auto own = judge_pair(row, other_row, evidence_of(decision.match), thresholds);
  const auto is_whole = [](Kind kind) { return kind == Kind::exact || kind == Kind::content; };
  if (own && is_whole(own->kind) == is_whole(made.match.kind)) made.match.kind = own->kind;
  return made;
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/decided_corpus.h"

#include "facsim/page/pair_judge.h"

namespace facsim {
namespace {

constexpr std::uint32_t kPagesBetweenLooks = 1U << 14;

}  // namespace

DecidedCorpus::DecidedCorpus(const Corpus& corpus, const std::vector<std::uint32_t>& exact_best,
                             const Decisions& decisions, const Profile& profile,
                             const Policy& policy, const Run& run)
    : corpus_(corpus),
      exact_best_(exact_best),
      decisions_(decisions),
      profile_(profile),
      policy_(policy),
      removed_(corpus.all_pages()),
      stands_for_others_(corpus.all_pages()) {
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    if (page % kPagesBetweenLooks == 0) run.throw_if_cancelled();
    const std::uint32_t representative = representative_of(page);
    if (representative == kNoPage) continue;
    removed_[page] = true;
    stands_for_others_[representative] = true;
  }
}

Decision DecidedCorpus::at(std::uint32_t page, const PageRow& row) const {
  Decision made = spread(page, row);
  if (corpus_.payloads && made.other() != kNoPage) {
    made.match.same_payload = corpus_.payloads->are_same(page, made.other());
  }
  return made;
}

std::uint32_t DecidedCorpus::representative_of(std::uint32_t page) const {
  const std::uint32_t best = exact_best_[page];
  if (best == kNoPage) return kNoPage;
  const Decision decision = decisions_.at(best);
  // The row is needed only if the page has the text of a kept page.
  if (best == page || decision.removed()) return decision.representative;
  return spread(page, corpus_.rows.at(page)).representative;
}

Decision DecidedCorpus::spread(std::uint32_t page, const PageRow& row) const {
  Decision made;
  const std::uint32_t best = exact_best_[page];
  if (best == kNoPage) return made;
  const Decision decision = decisions_.at(best);
  if (best == page) return decision;
  // The page has the same text as its group's best page: the figures are equal, the layout may
  // differ. If the best page is removed, the group is removed; the row still has the page's own
  // kind.
  const bool best_is_kept = !decision.removed();
  const std::uint32_t other = best_is_kept ? best : decision.representative;
  const PageRow other_row = corpus_.rows.at(other);
  const Thresholds& thresholds = profile_.thresholds;
  if (best_is_kept) {
    const Evidence same = same_text_evidence();
    made.match =
        judge_pair(row, other_row, same, thresholds).value_or(figures_of(row, other_row, same));
    const bool goes = policy_.remove.has(made.match.kind);
    if (row.is_by_bytes()) made.match.by = By::bytes;
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

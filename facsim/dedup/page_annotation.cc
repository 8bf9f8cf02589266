// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/page_annotation.h"

#include "facsim/page/pair_judge.h"

namespace facsim {

Annotation annotation_of(const DecidedCorpus& pages, std::uint32_t page, const PageRow& row) {
  const Corpus& corpus = pages.corpus();
  Annotation made;
  made.status = row.status;
  if (!row.has_text) return made;  // there is no decision
  made.removed = pages.is_removed(page);
  const Decision decision = pages.at(page, row);
  if (!made.removed && pages.stands_for_others(page)) made.cluster = corpus.name_of(row);
  if (decision.other() == kNoPage) return made;
  const PageRow other = corpus.rows.at(decision.other());
  made.other = corpus.name_of(other);
  made.match = decision.match;
  if (made.removed) {
    made.cluster = made.other;
  } else if (const auto words = names_alone(row, other, decision.match, pages.profile())) {
    made.words = {std::string(words->word), std::string(words->other_word)};
  }
  return made;
}

std::optional<NameMatch> names_alone(const PageRow& page, const PageRow& other, const Match& match,
                                     const Profile& profile) {
  Thresholds thresholds = profile.thresholds;
  if (!thresholds.names) return std::nullopt;
  std::optional<NameMatch> words = match_of_names(page, other);
  if (!words) return std::nullopt;
  thresholds.names = false;
  const std::optional<Match> without = judge_pair(page, other, evidence_of(match), thresholds);
  const bool would_go = without && (without->kind == Kind::exact || without->kind == Kind::content);
  return would_go ? words : std::nullopt;
}

}  // namespace facsim

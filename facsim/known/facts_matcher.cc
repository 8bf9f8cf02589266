// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/facts_matcher.h"

#include "facsim/page/match_of_witnesses.h"
#include "facsim/page/pair_judge.h"
#include "facsim/verify/kind.h"

namespace facsim {

// Takes the same steps as dedup/pair_verifier.cc, for a known page without a text.
std::optional<Match> judge_facts(const PageFacts& page, const PageFacts& known,
                                 const Profile& profile) noexcept {
  if (!may_stand_for(known, page)) return std::nullopt;
  Thresholds thresholds = profile.thresholds;
  if (are_two_pages(page, known, 1, thresholds)) {
    if (are_menus_alone(page, known)) return std::nullopt;
    // only parts can match
    thresholds.min_resemblance = thresholds.min_resemblance_with_agreement = 2;
  }
  if (page.digest == known.digest) {
    return judge_pair(page, known, same_text_evidence(), profile.thresholds);
  }
  if (!sizes_may_match(page.shingles, known.shingles, thresholds)) return std::nullopt;
  return estimate_match(page, known, profile.thresholds).match;
}

// The same rule as in dedup/candidate_keys.h.
bool are_one_page(const PageFacts& first, const PageFacts& second) noexcept {
  if (first.digest != second.digest || first.is_error() != second.is_error()) return false;
  const auto key = [](const PageFacts& facts) { return one_page_key(facts); };
  return key(first) == key(second);
}

FactsMatcher::FactsMatcher(const OpenIndex& index, const Profile& profile, IndexSide side)
    : index_(index), profile_(profile), side_(side), search_(index, profile, 0) {}

void FactsMatcher::match(std::span<const PageQuestion> questions,
                         const std::function<void(const FactsMatch&)>& take) {
  search_.find(questions, [&](std::size_t number, std::span<const IndexPlace> places, bool) {
    const PageFacts& asking = questions[number].facts;
    for (const IndexPlace& place : places) {
      const PageFacts entry = index_.parts()[place.segment]->pages->facts(place.ordinal);
      const bool is_new = side_ == IndexSide::new_pages;
      const auto match = judge_facts(is_new ? entry : asking, is_new ? asking : entry, profile_);
      if (match) take({number, place, *match, are_one_page(entry, asking)});
    }
  });
}

}  // namespace facsim

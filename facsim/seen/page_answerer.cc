// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/page_answerer.h"

#include <algorithm>
#include <utility>

#include "facsim/model/host.h"
#include "facsim/page/pair_judge.h"

namespace facsim {

std::optional<PageQuestion> question_of(const Page& page, PageAnalyzer& analyzer,
                                        const Recipe& recipe, MemoryRoom* room) {
  const Analysis& analysis = analyzer.analyze(page, room);
  if (!analysis.has_text) return std::nullopt;
  PageQuestion question;
  question.facts = facts_of(analysis, analyzer.shingles().size());
  set_origin(question.facts.witness, host_of(page.url), page.url);
  if (question.facts.has_fingerprint && recipe.anchors.has_any()) {
    question.anchors = analyzer.anchors();
  }
  return question;
}

PageAnswerer::PageAnswerer(const OpenIndex& index, const Profile& profile)
    : index_(index),
      thresholds_(profile.thresholds),
      max_distance_(profile.max_distance),
      search_(index, profile, 0) {}

PageAnswer PageAnswerer::answer(const PageQuestion& question, std::uint64_t limit) {
  PageAnswer result;
  answer({&question, 1}, limit,
         [&result](std::size_t, PageAnswer&& answer) { result = std::move(answer); });
  return result;
}

void PageAnswerer::answer(std::span<const PageQuestion> questions, std::uint64_t limit,
                          const std::function<void(std::size_t, PageAnswer&&)>& take) {
  search_.find(questions, [&](std::size_t page, std::span<const IndexPlace> places, bool) {
    take(page, answer_of(questions[page].facts, places, limit));
  });
}

PageAnswer PageAnswerer::answer_of(const PageFacts& facts, std::span<const IndexPlace> places,
                                   std::uint64_t limit) {
  near_.clear();
  for (const IndexPlace& place : places) {
    const PageFacts known = index_.parts()[place.segment]->pages->facts(place.ordinal);
    const int distance = facts.distance_to(known);
    std::optional<Match> match = estimate_match(facts, known, thresholds_).match;
    const bool is_near = distance >= 0 && distance <= max_distance_;
    if (is_near || match) near_.push_back({distance, place, match});
  }
  std::sort(near_.begin(), near_.end(),
            [](const Near& a, const Near& b) { return a.order() < b.order(); });
  PageAnswer answer;
  answer.is_cut = limit > 0 && near_.size() > limit;
  if (answer.is_cut) near_.resize(static_cast<std::size_t>(limit));
  for (const Near& near : near_) {
    const OpenIndex::Part& part = *index_.parts()[near.place.segment];
    PageName name = part.pages->name(near.place.ordinal);
    name.id = part.ids.at(near.place.ordinal);
    name.in_index = true;
    answer.seen.push_back({std::move(name), near.distance, near.match});
  }
  return answer;
}

}  // namespace facsim

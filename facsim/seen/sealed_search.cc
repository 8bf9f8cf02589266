// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/sealed_search.h"

#include "facsim/page/analysis.h"
#include "facsim/page/pair_judge.h"
#include "facsim/seen/sealed_pages.h"

namespace facsim {

SealedSearch::SealedSearch(const ReadyProfile& judge, int max_distance)
    : judge_(judge), search_profile_(judge.profile) {
  search_profile_.max_distance = max_distance;
}

void SealedSearch::look_up(std::span<AskedPage> pages, const SealedState& state) {
  if (!search_ || state_.index != state.index) {
    search_.reset();
    state_ = state;
    search_.emplace(*state_.index, search_profile_);
  }
  questions_.clear();
  numbers_.clear();
  for (std::size_t i = 0; i < pages.size(); ++i) {
    pages[i].found = {};
    if (!pages[i].page.facts.has_text) continue;
    pages[i].found.keys = memtable_keys(pages[i].page);
    questions_.push_back(pages[i].question());
    numbers_.push_back(i);
  }
  search_->find(questions_,
                [&](std::size_t question, std::span<const IndexPlace> places, bool truncated) {
                  AskedPage& page = pages[numbers_[question]];
                  page.found.truncated = truncated;
                  for (const IndexPlace& place : places) judge(page, place, *state_.index);
                });
}

// `places` ascend, and so do rows.
void SealedSearch::judge(AskedPage& page, const IndexPlace& place, const OpenIndex& index) {
  const OpenIndex::Part& part = *index.parts()[place.segment];
  const PageFacts known = part.pages->facts(place.ordinal);
  const PageFacts& facts = page.page.facts;
  SealedMatch sealed{.row = SealedPages::row_of(part, place.ordinal),
                     .may_stand = may_stand_for(known, facts)};
  if (sealed.may_stand) {
    sealed.match = estimate_match(facts, known, judge_.profile.thresholds).match;
  }
  if (!sealed.match && !page.is_to_be_explained) return;
  sealed.layout = layout_likeness(facts.layout_sketch(), known.layout_sketch());
  if (page.is_to_be_explained) {
    sealed.distance = facts.distance_to(known);
    if (const auto evidence = evidence_of_facts(facts, known)) {
      sealed.resemblance = evidence->resemblance;
    }
  }
  page.found.sealed.push_back(sealed);
}

void SealedSearch::trim() { questions_.clear(); }

void SealedSearch::rest() {
  search_.reset();
  state_ = {};
}

}  // namespace facsim

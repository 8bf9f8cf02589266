// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/store_asker.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "facsim/page/pair_judge.h"
#include "facsim/seen/read_page.h"
#include "facsim/seen/row_names.h"
#include "facsim/seen/sealed_pages.h"

namespace facsim {
namespace {

// What an analyzer keeps of its largest page.
constexpr std::size_t kAskerKeptBytes = std::size_t{8} << 20;

}  // namespace

StoreAsker::StoreAsker(const ReadyProfile& judge, int max_distance, Kernel kernel,
                       const RowStore& rows)
    : judge_(judge),
      recipe_id_(judge.profile.recipe.id()),
      search_profile_(judge.profile),
      rows_(rows),
      analyzer_(analyzer_of_store(judge, kernel)) {
  search_profile_.max_distance = max_distance;
}

AskedPage StoreAsker::read(const Page& page) {
  return {.page = read_page(page, analyzer_, judge_.profile.recipe)};
}

void StoreAsker::look_up(std::span<AskedPage> pages, const SealedState& state) {
  if (!search_ || state_.index != state.index) {
    search_.reset();
    state_ = state;
    search_.emplace(*state_.index, search_profile_);
  }
  questions_.clear();
  numbers_.clear();
  for (std::size_t i = 0; i < pages.size(); ++i) {
    pages[i].sealed.clear();
    pages[i].named.clear();
    pages[i].truncated = false;
    if (!pages[i].page.facts.has_text) continue;
    pages[i].keys = front_keys(pages[i].page);
    questions_.push_back(pages[i].question());
    numbers_.push_back(i);
  }
  look_up_names(pages, state);
  search_->find(questions_,
                [&](std::size_t question, std::span<const IndexPlace> places, bool truncated) {
                  AskedPage& page = pages[numbers_[question]];
                  page.truncated = truncated;
                  for (const IndexPlace& place : places) judge(page, place, *state_.index);
                });
}

// `places` ascend, and so do rows.
void StoreAsker::judge(AskedPage& page, const IndexPlace& place, const OpenIndex& index) {
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
  page.sealed.push_back(sealed);
}

void StoreAsker::look_up_names(std::span<AskedPage> pages, const SealedState& state) {
  hashes_.clear();
  hashed_.clear();
  const auto note = [this](std::uint64_t hash, std::uint64_t page) {
    hashes_.push_back(hash);
    hashed_.push_back(page);
  };
  for (const std::uint64_t number : numbers_) {
    const AskedPage& asked = pages[number];
    if (!asked.page.id.empty()) note(asked.keys.id, number);
    if (!asked.page.url.empty()) note(asked.keys.url, number);
  }
  std::vector<std::pair<std::uint64_t, std::uint64_t>> named;  // pages and rows
  find_row_names(*state.index, hashes_, [&](std::size_t hash, std::uint64_t row) {
    // The fronts know the others.
    if (row <= state.rows_to) named.emplace_back(hashed_[hash], row);
  });
  std::sort(named.begin(), named.end());
  named.erase(std::unique(named.begin(), named.end()), named.end());
  for (const auto& [number, row] : named) add_named(pages[number], row, state);
}

void StoreAsker::add_named(AskedPage& page, std::uint64_t row, const SealedState& state) {
  const std::optional<std::string> bytes = rows_.row(row);
  if (!bytes) return;  // names of rows that were erased may stay
  auto stored = decode_row(*bytes, row, state.index->folder());
  StoredPage* const named = std::get_if<StoredPage>(&stored);
  if (named == nullptr) return;
  const bool has_id = !page.page.id.empty() && named->id == page.page.id;
  const bool has_url = !page.page.url.empty() && named->url == page.page.url;
  if (has_id || has_url) page.named.push_back({row, std::move(*named)});
}

void StoreAsker::trim() {
  analyzer_.keep_at_most(kAskerKeptBytes);
  questions_.clear();
}

void StoreAsker::rest() {
  search_.reset();
  state_ = {};
}

}  // namespace facsim

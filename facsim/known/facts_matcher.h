// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the pages that repeat a known one: one side is an index, the other is streamed past it.
//
// Both directions give one answer: new pages may query an index of known ones, or known pages may
// query an index of the new ones, which is built once and is small enough for every machine that
// reads a part of the known set (Broder's sketches and the fingerprints of Manku, Jain, Das Sarma,
// WWW 2007, are both symmetric). Every pair of candidates is judged as `facsim dedup --against`
// judges it if the old text cannot be read again; an anchor is crowded if it has too many pages in
// one segment. Memory: the index, mapped or loaded, and what one batch finds. One thread at a time.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "facsim/known/page_search.h"
#include "facsim/model/match.h"
#include "facsim/model/profile.h"

namespace facsim {

// Judges a page against a known one, by facts alone; returns nothing if they are not duplicates.
// The two must be candidates.
[[nodiscard]] std::optional<Match> judge_facts(const PageFacts& page, const PageFacts& known,
                                               const Profile& profile) noexcept;

// True if dedup() treats the two as one page before it judges anything: both or neither are error
// answers, their texts are equal, and their witnesses do not distinguish them.
[[nodiscard]] bool are_one_page(const PageFacts& first, const PageFacts& second) noexcept;

enum class IndexSide { new_pages, known_pages };

struct FactsMatch {
  std::size_t question = 0;  // number of the page that queries
  IndexPlace place;          // of the page in the index
  Match match;               // of the new page against the known one
  bool is_one_page = false;  // are_one_page()
};

class FactsMatcher {
 public:
  // Both must outlive this. Throws what PageSearch throws.
  FactsMatcher(const OpenIndex& index, const Profile& profile, IndexSide side);

  // Calls `take` for every match, by question, then by place. Throws Error{damaged}.
  void match(std::span<const PageQuestion> questions,
             const std::function<void(const FactsMatch&)>& take);

 private:
  const OpenIndex& index_;
  const Profile& profile_;
  IndexSide side_;
  PageSearch search_;
};

}  // namespace facsim

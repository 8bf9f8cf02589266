// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which pages of an index does this page repeat, or come near to? The one place that says so, for
// `facsim index query` and for PageIndex.
//
// Answers are judged by facts alone (page/pair_judge.h): an index has no texts.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "facsim/page/analysis.h"
#include "facsim/model/seen.h"
#include "facsim/seen/page_search.h"

namespace facsim {

// What an index is asked of a page. Nothing for a page without a text.
[[nodiscard]] std::optional<PageQuestion> question_of(const Page& page, PageAnalyzer& analyzer,
                                                      const Recipe& recipe,
                                                      MemoryRoom* room = nullptr);

struct PageAnswer {
  std::vector<Seen> seen;  // as PageIndex::ask() has them
  bool is_cut = false;     // there are more
};

// One a thread.
class PageAnswerer {
 public:
  // `index` must outlive this. `profile` says which pages are near. Throws what PageSearch throws.
  PageAnswerer(const OpenIndex& index, const Profile& profile);

  // `limit` 0: all. Throws Error{damaged}.
  [[nodiscard]] PageAnswer answer(const PageQuestion& question, std::uint64_t limit);
  // Calls `take` for each question, in order.
  void answer(std::span<const PageQuestion> questions, std::uint64_t limit,
              const std::function<void(std::size_t, PageAnswer&&)>& take);

 private:
  // An entry that is near by its fingerprint, or a match by its sketch or digest.
  struct Near {
    int distance = -1;
    IndexPlace place;
    std::optional<Match> match;

    // Nearest first; those that have no distance last.
    [[nodiscard]] auto order() const { return std::tuple(static_cast<unsigned>(distance), place); }
  };

  [[nodiscard]] PageAnswer answer_of(const PageFacts& facts, std::span<const IndexPlace> places,
                                     std::uint64_t limit);

  const OpenIndex& index_;
  Thresholds thresholds_;
  int max_distance_;
  PageSearch search_;
  std::vector<Near> near_;
};

}  // namespace facsim

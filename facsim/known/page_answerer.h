// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the pages of an index that a page repeats, or is near to. This is the only implementation,
// for `facsim index query` and for PageIndex.
//
// Pages are judged by facts alone (page/pair_judge.h), since an index has no texts.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "facsim/known/page_search.h"
#include "facsim/model/found_page.h"
#include "facsim/page/analysis.h"

namespace facsim {

// The query for a page. Returns nothing for a page without a text.
[[nodiscard]] std::optional<PageQuestion> question_of(const Page& page, PageAnalyzer& analyzer,
                                                      const Recipe& recipe,
                                                      MemoryRoom* room = nullptr);

struct PageAnswer {
  std::vector<FoundPage> seen;  // as PageIndex::ask() returns them
  bool is_cut = false;          // there are more
};

// Use one per thread.
//
// With a limit, the answer is the beginning of the answer without one. Its cost depends only on the
// limit if more pages than that are near by their fingerprints or, for a page without a
// fingerprint, have its digest. Otherwise every page that shares a key is read, and judged nearest
// first until there are enough.
class PageAnswerer {
 public:
  // `index` must outlive this. `profile` decides which pages are near. Throws what PageSearch
  // throws.
  PageAnswerer(const OpenIndex& index, const Profile& profile);

  // `limit` 0: all. Throws Error{damaged}.
  [[nodiscard]] PageAnswer answer(const PageQuestion& question, std::uint64_t limit);
  // Calls `take` for each question, in order.
  void answer(std::span<const PageQuestion> questions, std::uint64_t limit,
              const std::function<void(std::size_t, PageAnswer&&)>& take);

  // The memory that this keeps for the next call.
  [[nodiscard]] std::size_t kept_bytes() const noexcept;

 private:
  // Ordered nearest first, pages without a distance last, equally near ones by order of adding.
  struct Candidate {
    int distance = -1;
    IndexPlace place;

    [[nodiscard]] auto order() const { return std::tuple(static_cast<unsigned>(distance), place); }
    friend bool operator<(const Candidate& a, const Candidate& b) { return a.order() < b.order(); }
    friend bool operator==(const Candidate&, const Candidate&) = default;
  };
  // An entry that is near by its fingerprint, or a match by its sketch or digest.
  struct Near {
    IndexPlace place;
    int distance = -1;
    std::optional<Match> match;
    std::uint16_t status = 0;
  };

  void answer_all(std::span<const PageQuestion> questions,
                  const std::function<void(std::size_t, PageAnswer&&)>& take);
  // Adds `places` as candidates.
  void add_candidates(const PageFacts& facts, std::span<const IndexPlace> places);
  // Judges the candidates, nearest first, and adds those that are near or match, up to one more
  // than the limit.
  void judge_candidates(const PageFacts& facts, std::uint64_t limit);
  void judge_by_digest(const PageFacts& facts, std::uint64_t limit);
  void judge(const PageFacts& facts, const Candidate& candidate);
  // Converts what was judged to an answer.
  [[nodiscard]] PageAnswer answer_of_near(std::uint64_t limit);

  const OpenIndex& index_;
  Thresholds thresholds_;
  int max_distance_;
  PageSearch search_;
  std::vector<Candidate> candidates_;
  std::vector<Near> near_;
  std::vector<std::uint64_t> ordinals_;
  // of the current questions, those that the nearest pages do not answer
  std::vector<PageQuestion> rest_;
  std::vector<std::size_t> rest_numbers_;
};

}  // namespace facsim

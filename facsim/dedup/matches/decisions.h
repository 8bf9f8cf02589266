// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file of people's decisions on pairs of pages: lines of page, page, `same` or `different`, and a
// note that may be empty, separated by tabs, without a heading.
//
// A page is named by FILE:OFFSET or by its id, as rows print them; a page from memory by "row
// NUMBER" or its id, by its number if it has no id. Lines that begin with # and empty lines are
// skipped. A decision holds for all pages of the two texts. If there are two decisions on one pair
// of pages, the later one counts, however they are named. Cost: the file in memory.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/corpus/corpus.h"
#include "facsim/dedup/matches/decided_pairs.h"
#include "facsim/model/page_name.h"
#include "facsim/result/result_names.h"
#include "facsim/run/run.h"

namespace facsim {

struct NamedDecision {
  std::string first;
  std::string second;
  PairDecision decision = PairDecision::different;
  std::string note;
  std::uint64_t line = 0;  // from 1; 0: from the earlier result
};

// Throws Error{invalid_argument} with `where` and the line for a malformed decision.
[[nodiscard]] std::vector<NamedDecision> parse_decisions(std::string_view text,
                                                         const std::string& where);
// Also throws Error{not_found, io}.
[[nodiscard]] std::vector<NamedDecision> read_decisions(const std::string& path);
// Returns the decisions in a result folder; empty if it has no such file.
[[nodiscard]] std::vector<NamedDecision> decisions_of(const std::string& folder);
// Returns them in the format of parse_decisions(), one per line.
[[nodiscard]] std::string decisions_text(const std::vector<NamedDecision>& decisions);
// Returns the decisions of `earlier` with line 0, except those that `later` replaces by the same
// names, followed by those of `later`.
[[nodiscard]] std::vector<NamedDecision> merged(const std::vector<NamedDecision>& earlier,
                                                const std::vector<NamedDecision>& later);

// Returns FILE:OFFSET, or "row NUMBER"; `page` as rows print it.
[[nodiscard]] std::string decided_place(const PageName& page);

// The place of a decision, for messages: "line 7", or that it is an earlier one.
[[nodiscard]] std::string line_text(std::uint64_t line);

// Decisions by page numbers.
class ResolvedDecisions {
 public:
  struct Pair {
    std::uint32_t page = 0;  // the later one in keep order
    std::uint32_t other = 0;
    PairDecision decision = PairDecision::different;
    std::uint64_t line = 0;
  };

  // Changes `same_text`, which is a result of MatchesFile::load(): of two pages of one text that a
  // decision calls different, one represents only itself from here on, and repeats no page. Warns
  // about names that match no page or several pages: their decisions have no effect.
  ResolvedDecisions(const Corpus& corpus, const std::vector<NamedDecision>& decisions,
                    const std::vector<std::uint32_t>& ranks, std::vector<std::uint32_t>& same_text,
                    Run& run);

  // Returns the decisions on texts, for the rule; `exact_best` by the changed `same_text`. Warns
  // about decisions that contradict each other, on two copies of one text; none of them counts.
  [[nodiscard]] DecidedPairs by_texts(const std::vector<std::uint32_t>& exact_best, Run& run) const;

  [[nodiscard]] const std::vector<Pair>& pairs() const noexcept { return pairs_; }

 private:
  std::vector<Pair> pairs_;
};

}  // namespace facsim

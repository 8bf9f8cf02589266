// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file of what people decided on pairs of pages: lines of page, page, `same` or `different`, and
// a note that may be empty, separated by tabs, without a heading.
//
// A page is named by FILE:OFFSET or by its id, as rows print them; one from memory by "row NUMBER"
// or its id, its number where it has none. Lines that begin with # and empty lines are skipped. A
// decision holds for all pages of the two texts. Of two decisions on one pair of pages the later
// one counts, however they are named. Cost: the file in memory.

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
  std::uint64_t line = 0;  // from 1; 0: it lay in the result before
};

// Throws Error{invalid_argument} that names `where` and the line for what is no decision.
[[nodiscard]] std::vector<NamedDecision> parse_decisions(std::string_view text,
                                                         const std::string& where);
// Throws also Error{not_found, io}.
[[nodiscard]] std::vector<NamedDecision> read_decisions(const std::string& path);
// Those that lie in a result folder; none where it has no such file.
[[nodiscard]] std::vector<NamedDecision> decisions_of(const std::string& folder);
// As parse_decisions() reads them, one a line.
[[nodiscard]] std::string decisions_text(const std::vector<NamedDecision>& decisions);
// Those of `earlier` that `later` says nothing of by the same names, with line 0, and behind them
// `later`.
[[nodiscard]] std::vector<NamedDecision> merged(const std::vector<NamedDecision>& earlier,
                                                const std::vector<NamedDecision>& later);

// FILE:OFFSET, or "row NUMBER"; `page` as rows print it.
[[nodiscard]] std::string decided_place(const PageName& page);

// Where a decision stands, for messages: "line 7", or that it is an earlier one.
[[nodiscard]] std::string line_text(std::uint64_t line);

// Decisions on pages, by their numbers.
class ResolvedDecisions {
 public:
  struct Pair {
    std::uint32_t page = 0;  // the later one in keep order
    std::uint32_t other = 0;
    PairDecision decision = PairDecision::different;
    std::uint64_t line = 0;
  };

  // Changes `same_text`, which is as MatchesFile::load() gives it: of two pages of one text that
  // somebody calls different, one stands for itself alone from here on, and repeats nothing. Tells
  // the run which names no page has and which several have: what they say has no effect.
  ResolvedDecisions(const Corpus& corpus, const std::vector<NamedDecision>& decisions,
                    const std::vector<std::uint32_t>& ranks, std::vector<std::uint32_t>& same_text,
                    Run& run);

  // Of texts, for the rule; `exact_best` by the changed `same_text`. Decisions that contradict each
  // other, on two copies of one text, are told, and none of them counts.
  [[nodiscard]] DecidedPairs by_texts(const std::vector<std::uint32_t>& exact_best, Run& run) const;

  [[nodiscard]] const std::vector<Pair>& pairs() const noexcept { return pairs_; }

 private:
  std::vector<Pair> pairs_;
};

}  // namespace facsim

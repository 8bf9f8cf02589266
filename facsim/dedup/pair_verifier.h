// SPDX-License-Identifier: Apache-2.0
#pragma once
// Decides whether two pages of a corpus are alike, and in which way.
//
// Three steps, each of which is counted: sizes, sketches, texts. If the texts are available, the
// sketches only reject, they never accept (docs/decisions/0010). If the text of a page of an index
// could not be read again, its sketch decides.
//
// Use one per thread. Caches the units and shingles of the pages that it read last, up to a budget.
// Cost of a pair of cached pages: about 2 ns per shingle, and for agreement, if it is requested,
// see verify/agreement.h.

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "facsim/corpus/missing_units.h"
#include "facsim/corpus/scan.h"
#include "facsim/dedup/pair_lists.h"
#include "facsim/dedup/remembered_pairs.h"
#include "facsim/dedup/row_pair.h"
#include "facsim/model/match.h"
#include "facsim/model/profile.h"
#include "facsim/model/summary.h"
#include "facsim/run/page_budget.h"
#include "facsim/verify/agreement.h"
#include "facsim/verify/overlap.h"

namespace facsim {

class PairVerifier {
 public:
  // All arguments must outlive this. With `refuses_templates` two pages of one template are not
  // duplicates, if texts decide. If `budget` is given, texts are read when it has capacity for
  // them, and are held until forget_pages().
  PairVerifier(const Corpus& corpus, const RereadUnits& reread, const Profile& profile,
               bool refuses_templates, std::uint64_t cache_bytes_max, PageBudget* budget = nullptr);

  // Judges `page` against `kept`; returns nothing if they are not duplicates or not candidates.
  [[nodiscard]] std::optional<Match> verify(std::uint32_t page, std::uint32_t kept);

  // Returns what the two share, even if they do not match. In that case `by` is `link`: they are
  // connected through other pages.
  [[nodiscard]] Match measure(std::uint32_t page, std::uint32_t other);

  // Adds the figures that rows report for a pair decided by texts but that judging did not need:
  // the agreement, and whether both are of one template. Its figures are remembered even if the
  // list of the page was full.
  void complete(Match& match, std::uint32_t page, std::uint32_t other);

  // Call when none of the pages so far comes again; its buffers are reused for the next ones.
  void forget_pages();
  // From now on remembers the figures of pairs whose texts are compared, up to kListedPairsMax per
  // page, including their agreement if it may reach `floor` and agreement decides.
  void remember_pairs(double floor) { floor_ = floor; }
  // Returns the pairs remembered since the last call, page by page.
  [[nodiscard]] std::vector<MeasuredPair> take_pairs() { return remembered_.take(); }
  // Returns the figures of a pair that the rule did not measure; nothing if the two are not
  // candidates, or if by their sketches none of their likenesses reaches the floor.
  [[nodiscard]] std::optional<MeasuredPair> list_pair(std::uint32_t page, std::uint32_t other);

  [[nodiscard]] VerificationCounts take_counts();

 private:
  struct Text {
    std::vector<std::uint64_t> units;        // in order
    std::vector<std::uint64_t> numbers;      // ascending
    std::vector<std::uint64_t> title_words;  // ascending, distinct
    std::vector<std::uint64_t> shingles;     // ascending
  };
  using TextPointer = std::shared_ptr<const Text>;  // outlives an eviction from the cache

  [[nodiscard]] std::optional<Match> verify(const RowPair& pair);
  [[nodiscard]] std::optional<Match> compare(const RowPair& pair);
  struct Compared {
    Overlap shared;
    std::optional<double> agreement;  // if it was requested
  };
  // Agreement is measured if it decides and can reach `agreement_least`, or if the order of the two
  // texts matters and their resemblance suffices. Equal texts are not read.
  [[nodiscard]] Compared compare_texts(const RowPair& pair, double agreement_least);
  [[nodiscard]] MeasuredPair listed(const RowPair& pair, const Compared& compared);
  // Sets the agreement and `is_template`, unless they are known.
  void judge_template(Match& match, const RowPair& pair);
  // True if they differ as two pages of one template do, whatever their URLs are.
  [[nodiscard]] bool fill_one_template(const RowPair& pair, double agreement);
  // Measured once per pair, unless very many pairs were measured since the last forget_pages().
  [[nodiscard]] double measure_agreement(const RowPair& pair);
  [[nodiscard]] TextPointer text(std::uint32_t page, const PageRow& row);
  [[nodiscard]] std::shared_ptr<Text> spare_text();
  void need_room_for(const PageRow& row);

  const Corpus& corpus_;
  const RereadUnits& reread_;
  const Profile& profile_;
  bool refuses_templates_;
  std::uint64_t cache_bytes_max_;
  std::uint64_t cache_bytes_ = 0;
  std::unique_ptr<PageBudget::Hold> hold_;
  std::uint64_t largest_units_ = 0;  // of a text since the last forget_pages()
  std::optional<double> floor_;
  RememberedPairs remembered_;
  VerificationCounts counts_;
  AgreementMeter agreement_;
  std::unordered_map<std::uint64_t, double> measured_;  // agreements, by both page numbers
  std::vector<std::uint64_t> sorted_;
  std::unordered_map<std::uint32_t, std::shared_ptr<Text>> cache_;
  std::vector<std::shared_ptr<Text>> spare_;
};

}  // namespace facsim

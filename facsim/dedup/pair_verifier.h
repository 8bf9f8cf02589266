// SPDX-License-Identifier: Apache-2.0
#pragma once
// Are these two pages of a corpus alike, and in which way?
//
// Three steps, each of which is counted: the sizes, the sketches, the texts. Where the texts are at
// hand the sketches only refuse, they never accept (docs/decisions/0010). Where the text of a page
// of an index could not be read again, its sketch decides.
//
// One a thread. Remembers the units and shingles of the pages that it read last, up to a budget.
// Cost of a pair whose pages it remembers: about 2 ns a shingle, and where agreement is asked for
// what verify/agreement.h says.

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
  // All arguments must outlive this. With `refuses_templates` two pages of one template are no
  // duplicates, where texts decide. Where there is a budget, texts are read when it has room for
  // them, and are held until forget_pages().
  PairVerifier(const Corpus& corpus, const RereadUnits& reread, const Profile& profile,
               bool refuses_templates, std::uint64_t cache_bytes_max, PageBudget* budget = nullptr);

  // `page` is judged against `kept`; nothing where they are no duplicates or no candidates.
  [[nodiscard]] std::optional<Match> verify(std::uint32_t page, std::uint32_t kept);

  // What the two share, whether they match or not. Where they do not, `by` is `link`: other pages
  // hold them together.
  [[nodiscard]] Match measure(std::uint32_t page, std::uint32_t other);

  // Adds what rows say of a pair that texts decided and judging could do without: the agreement,
  // and whether one template made both. Its figures are remembered, whatever others were left out.
  void complete(Match& match, std::uint32_t page, std::uint32_t other);

  // No page so far comes again; its buffers serve the next ones.
  void forget_pages();
  // From now on the figures of pairs whose texts are compared are remembered, up to kListedPairsMax
  // a page; their agreement too where that may be as much as `floor`, if agreement decides.
  void remember_pairs(double floor) { floor_ = floor; }
  // Those since the last call, page by page.
  [[nodiscard]] std::vector<MeasuredPair> take_pairs() { return remembered_.take(); }
  // The figures of a pair that nobody asked about. Nothing where the two are no candidates, or by
  // their sketches none of their likenesses reaches the floor.
  [[nodiscard]] std::optional<MeasuredPair> list_pair(std::uint32_t page, std::uint32_t other);

  [[nodiscard]] VerificationCounts take_counts();

 private:
  struct Text {
    std::vector<std::uint64_t> units;        // in order
    std::vector<std::uint64_t> numbers;      // ascending
    std::vector<std::uint64_t> title_words;  // ascending, distinct
    std::vector<std::uint64_t> shingles;     // ascending
  };
  using TextPointer = std::shared_ptr<const Text>;  // outlives what the budget makes us forget

  [[nodiscard]] std::optional<Match> verify(const RowPair& pair);
  [[nodiscard]] std::optional<Match> compare(const RowPair& pair);
  struct Compared {
    Overlap shared;
    std::optional<double> agreement;  // where it was asked for
  };
  // Agreement is measured if it decides and can be `agreement_least` or more. Equal texts are not
  // read.
  [[nodiscard]] Compared compare_texts(const RowPair& pair, double agreement_least);
  [[nodiscard]] MeasuredPair listed(const RowPair& pair, const Compared& compared);
  // Sets the agreement and `is_template`, unless they are known.
  void judge_template(Match& match, const RowPair& pair);
  // Whether they differ as two pages of one template do, whatever their URLs are.
  [[nodiscard]] bool fill_one_template(const RowPair& pair, double agreement);
  // Measured once for a pair, unless very many pairs were measured since the last forget_pages().
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
  std::unordered_map<std::uint64_t, double> measured_;  // agreements by page and other page
  std::vector<std::uint64_t> sorted_;
  std::unordered_map<std::uint32_t, std::shared_ptr<Text>> cache_;
  std::vector<std::shared_ptr<Text>> spare_;
};

}  // namespace facsim

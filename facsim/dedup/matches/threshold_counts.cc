// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/matches/threshold_counts.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "facsim/cluster/leader_choice.h"
#include "facsim/dedup/matches/listed_judge_internal.h"
#include "facsim/dedup/matches/listed_order_internal.h"
#include "facsim/page/match_of_witnesses.h"

namespace facsim {
namespace {

constexpr int kWhatIfCount = 11;
constexpr double what_if_threshold(int i) { return (50 + 5 * i) / 100.0; }

// Returns the thresholds with another threshold of kind content: of agreement if agreement decides,
// else of resemblance.
Thresholds thresholds_at(double threshold, const Profile& profile) {
  Thresholds made = profile.thresholds;
  (made.min_agreement > 0 ? made.min_agreement : made.min_resemblance) = threshold;
  return made;
}

// Pages that have the text of another page: those removed for it in any case, and those that are
// only reported, which are removed when it is removed. Bit i is that of threshold i.
class TextCounts {
 public:
  TextCounts(const Corpus& corpus, const TextOrder& order, std::span<const double> at,
             const Profile& profile, Kinds remove)
      : all_(at.size()) {
    for (const double threshold : at) thresholds_.push_back(thresholds_at(threshold, profile));
    for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
      const std::uint32_t best = order.exact_best[page];
      if (best == kNoPage || best == page) continue;
      add(best, staying_at(corpus.rows.at(page), corpus.rows.at(best), remove));
    }
    std::ranges::sort(staying_, {}, &Copy::best);
  }
  struct Counts {
    std::uint64_t going = 0;
    std::uint64_t staying = 0;  // while the page that represents them is kept
  };
  // The counts of all texts, at each threshold.
  [[nodiscard]] const std::vector<Counts>& all() const noexcept { return all_; }
  // The copies of one text that are only reported at threshold i.
  [[nodiscard]] std::uint64_t staying_with(std::uint32_t best, std::size_t i) const {
    const auto copies = std::ranges::equal_range(staying_, best, {}, &Copy::best);
    return static_cast<std::uint64_t>(
        std::ranges::count_if(copies, [&](const Copy& copy) { return (copy.at >> i & 1) != 0; }));
  }

 private:
  struct Copy {
    std::uint32_t best = 0;
    std::uint64_t at = 0;
  };

  [[nodiscard]] std::uint64_t staying_at(const PageRow& row, const PageRow& best,
                                         Kinds remove) const {
    const auto stays = [&](const Thresholds& thresholds) {
      const std::optional<Match> match = judge_pair(row, best, same_text_evidence(), thresholds);
      return !remove.has(match ? match->kind : Kind::exact);
    };
    // A text resembles itself at any threshold; the other visible text of its pages may not.
    if (thresholds_.empty()) return 0;
    if (!match_of_witnesses(row, best)) return stays(thresholds_.front()) ? ~std::uint64_t{0} : 0;
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < thresholds_.size(); ++i) {
      at |= std::uint64_t{stays(thresholds_[i])} << i;
    }
    return at;
  }
  void add(std::uint32_t best, std::uint64_t at) {
    for (std::size_t i = 0; i < all_.size(); ++i)
      ++((at >> i & 1) ? all_[i].staying : all_[i].going);
    if (at != 0) staying_.push_back({best, at});
  }

  std::vector<Thresholds> thresholds_;
  std::vector<Counts> all_;
  std::vector<Copy> staying_;  // ascending
};

// What a pair does at each threshold: bit i is that of threshold i.
struct PairBits {
  std::uint64_t matching = 0;  // they match
  std::uint64_t joining = 0;   // the page is removed for such a match
};

PairBits bits_of(const JudgedBy& by, const RowPair& pair, const ListedPair& listed,
                 std::span<const double> at, const Profile& profile) {
  const LeaderOptions rule = leader_options(profile, by.policy);
  PairBits bits;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const std::optional<Match> match = match_of(by, pair, listed, thresholds_at(at[i], profile));
    if (!match) continue;
    bits.matching |= std::uint64_t{1} << i;
    if (joins(*match, rule)) bits.joining |= std::uint64_t{1} << i;
  }
  return bits;
}

// The rule over one component, for all thresholds at once.
class ThresholdCounter {
 public:
  ThresholdCounter(const JudgedBy& by, const TextCounts& texts, std::span<const double> at,
                   const Profile& profile)
      : by_(by), texts_(texts), at_(at), profile_(profile) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      counts_.push_back({at[i], texts.all()[i].going, texts.all()[i].staying});
    }
  }

  void add(const Ordered& component, const ComponentPairs& listed) {
    std::vector<std::uint64_t> gone(component.pages.size());  // bit i: at threshold i
    for (std::uint32_t page = 0; page < component.pages.size(); ++page) {
      const std::uint32_t number = component.pages[page];
      const PageRow row = by_.corpus.rows.at(number);
      std::uint64_t shares = 0;  // some kept page matches it
      for (const Ordered::Edge& edge : component.edges_of(page)) {
        const std::uint64_t open = ~gone[edge.other] & ~gone[page];
        if (open == 0) continue;
        const std::uint32_t other = component.pages[edge.other];
        const RowPair pair = {number, other, row, by_.corpus.rows.at(other)};
        const PairBits bits = bits_of(by_, pair, listed.pairs[edge.pair], at_, profile_);
        gone[page] |= open & bits.joining;
        shares |= open & bits.matching;
      }
      count(number, gone[page], shares & ~gone[page]);
    }
  }
  [[nodiscard]] const std::vector<ThresholdCounts>& counts() const noexcept { return counts_; }

 private:
  // Copies of a text that are only reported are removed when the page that represents them is
  // removed.
  void count(std::uint32_t number, std::uint64_t gone, std::uint64_t reported) {
    if ((gone | reported) == 0) return;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if ((gone >> i & 1) != 0) {
        const std::uint64_t copies = texts_.staying_with(number, i);
        counts_[i].removed += 1 + copies;
        counts_[i].reported -= copies;
      }
      if ((reported >> i & 1) != 0) ++counts_[i].reported;
    }
  }

  const JudgedBy& by_;
  const TextCounts& texts_;
  std::span<const double> at_;
  const Profile& profile_;
  std::vector<ThresholdCounts> counts_;
};

}  // namespace

std::vector<ThresholdCounts> count_thresholds(const Corpus& corpus, const TextOrder& order,
                                              PairReader pairs, std::span<const double> thresholds,
                                              const Profile& profile, const Policy& policy,
                                              const Run& run) {
  assert(thresholds.size() <= kThresholdsMost && "a bit each");
  const TextCounts counts_of_texts(corpus, order, thresholds, profile, policy.remove);
  const JudgedBy by{corpus, order.decided, policy};
  ThresholdCounter counter(by, counts_of_texts, thresholds, profile);
  TextsOfList texts(order);
  for (ComponentPairs listed; pairs.next(listed);) {
    run.throw_if_cancelled();
    counter.add(in_keep_order(listed, texts), listed);
  }
  return counter.counts();
}

std::vector<WhatIf> count_what_if(const Corpus& corpus, const TextOrder& order, PairReader pairs,
                                  double floor, const Profile& profile, const Policy& policy,
                                  const Run& run) {
  std::vector<double> thresholds;
  for (int i = 0; i < kWhatIfCount; ++i) {
    if (what_if_threshold(i) >= floor) thresholds.push_back(what_if_threshold(i));
  }
  std::vector<WhatIf> counts;
  for (const ThresholdCounts& count :
       count_thresholds(corpus, order, std::move(pairs), thresholds, profile, policy, run)) {
    counts.push_back({count.threshold, count.removed});
  }
  return counts;
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/removals.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <unordered_map>

#include "facsim/corpus/keep_order.h"
#include "facsim/corpus/missing_units.h"
#include "facsim/dedup/candidates.h"
#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup/leaders.h"
#include "facsim/page/pair_judge.h"
#include "facsim/verify/agreement.h"
#include "facsim/verify/overlap.h"

namespace facsim {
namespace {

struct Neighbour {
  double resemblance = 0;
  std::uint32_t item = 0;
};

// True if one of two items may be removed for the other.
using Alike = std::function<bool(std::uint32_t item, const Neighbour& other)>;

// The items that may be like each item, ordered by resemblance, descending.
class Neighbours {
 public:
  Neighbours(std::span<const EvalItem> items, std::span<const JoinedPair> pairs, double least)
      : lists_(items.size()) {
    for (const JoinedPair& pair : pairs) {
      const Overlap both{items[pair.first].shingles, items[pair.second].shingles, pair.shared};
      if (both.resemblance() < least) continue;
      lists_[pair.first].push_back({both.resemblance(), pair.second});
      lists_[pair.second].push_back({both.resemblance(), pair.first});
    }
    for (std::vector<Neighbour>& list : lists_) {
      std::sort(list.begin(), list.end(), [](const Neighbour& a, const Neighbour& b) {
        return a.resemblance != b.resemblance ? a.resemblance > b.resemblance : a.item < b.item;
      });
    }
  }
  [[nodiscard]] std::span<const Neighbour> of(std::uint32_t item) const { return lists_[item]; }

 private:
  std::vector<std::vector<Neighbour>> lists_;
};

// Measures a pair of items at its first query.
class AgreeingItems {
 public:
  AgreeingItems(const EvalCorpus& corpus, std::span<const EvalItem> items, double least,
                const std::function<void()>& look)
      : corpus_(corpus), items_(items), least_(least), look_(look) {}

  bool operator()(std::uint32_t item, std::uint32_t other) {
    const auto [low, high] = std::minmax(item, other);
    const std::uint32_t units = corpus_.row(items_[low].page).units;
    const std::uint32_t other_units = corpus_.row(items_[high].page).units;
    const auto [shorter, longer] = std::minmax(units, other_units);
    if (shorter < least_ * longer) return false;
    const auto [known, is_new] = known_.try_emplace((std::uint64_t{low} << 32) | high);
    if (is_new) {
      if (look_) look_();
      known->second =
          agreement(corpus_.units(items_[low].page), corpus_.units(items_[high].page)).share >=
          least_;
    }
    return known->second;
  }

 private:
  const EvalCorpus& corpus_;
  std::span<const EvalItem> items_;
  double least_;
  const std::function<void()>& look_;
  std::unordered_map<std::uint64_t, bool> known_;
};

struct Greedy {
  std::uint64_t removals = 0;
  std::uint64_t short_removals = 0;
};

// Items are visited by their first page; items not yet visited count as not kept. Texts without a
// unit resemble nothing, not even each other.
Greedy greedy_leader(std::span<const EvalItem> items, const Neighbours& neighbours,
                     const Alike& alike) {
  Greedy greedy;
  std::vector<bool> kept(items.size());
  for (std::uint32_t item = 0; item < items.size(); ++item) {
    if (items[item].shingles == 0) continue;
    const auto others = neighbours.of(item);
    kept[item] = std::none_of(others.begin(), others.end(), [&](const auto& other) {
      return kept[other.item] && alike(item, other);
    });
    const std::uint64_t removals = items[item].count - (kept[item] ? 1 : 0);
    greedy.removals += removals;
    if (items[item].is_short) greedy.short_removals += removals;
  }
  return greedy;
}

// Counts kept pages that are like an earlier kept page, except those that are too short.
class MissedPages {
 public:
  MissedPages(const RemovalTruth& truth, const Neighbours& neighbours, const Alike& alike)
      : truth_(truth), neighbours_(neighbours), alike_(alike), has_kept_(truth.items.size()) {}

  void count(EvalRemovals& removals) {
    removals.missed = 0;
    for (std::uint32_t page = 0; page < truth_.representatives.size(); ++page) {
      const std::uint32_t item = truth_.item_of[page];
      if (item == kNoPage || truth_.items[item].is_short) continue;
      if (truth_.representatives[page] != page) continue;
      const auto others = neighbours_.of(item);
      const bool is_missed =
          has_kept_[item] || std::any_of(others.begin(), others.end(), [&](const auto& other) {
            return has_kept_[other.item] && alike_(item, other);
          });
      has_kept_[item] = true;
      if (is_missed) ++*removals.missed;
    }
  }

 private:
  const RemovalTruth& truth_;
  const Neighbours& neighbours_;
  const Alike& alike_;
  std::vector<bool> has_kept_;  // by item
};

// Returns the likeness of a removed page and its representative, by the measure that the profile
// uses.
double likeness_of(const EvalCorpus& corpus, std::uint32_t page, std::uint32_t representative,
                   bool by_agreement) {
  if (by_agreement) return agreement(corpus.units(page), corpus.units(representative)).share;
  std::vector<std::uint64_t> one;
  std::vector<std::uint64_t> other;
  corpus.shingles(page, one);
  corpus.shingles(representative, other);
  // Texts without a unit were removed because they are equal.
  return one.empty() && other.empty() ? 1 : overlap(one, other).resemblance();
}

}  // namespace

std::vector<std::uint32_t> representatives(EvalCorpus& corpus, const ReadOptions& read,
                                           const ReadyProfile& judge, const Policy& policy,
                                           const Run& run) {
  Corpus& all = corpus.corpus();
  const Profile& profile = judge.profile;
  const auto ranks = keep_ranks(all, policy.keep, run);
  Candidates candidates = find_candidates(all, ranks, profile, run);
  const RereadUnits reread = read_missing_units(all, candidates.in_group, read, judge, run);
  const Decisions decisions = apply_leaders(all, reread, *candidates.members, profile, policy, run);
  const DecidedCorpus pages(all, candidates.exact_best, decisions, profile, policy, run);
  std::vector<std::uint32_t> result(corpus.pages());
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    const Decision decision = pages.at(page, corpus.row(page));
    result[page] = decision.removed() ? decision.representative : page;
  }
  return result;
}

SinglePairRule::SinglePairRule(const EvalCorpus& corpus, const Profile& profile,
                               const Policy& policy, const Run& run)
    : corpus_(corpus),
      profile_(profile),
      policy_(policy),
      reread_(run.scratch(), 1U << 16),
      verifier_(corpus.corpus(), reread_, profile, policy.refuse_templates,
                run.memory_bytes() / 8) {}

bool SinglePairRule::are_duplicates(std::uint32_t page, std::uint32_t other) {
  const PageRow row = corpus_.row(page);
  const PageRow other_row = corpus_.row(other);
  if (!row.has_text || !other_row.has_text) return false;
  // Exact groups precede all candidates, and need none.
  if (exact_group_key(row) == exact_group_key(other_row)) return true;
  const std::optional<Match> match = verifier_.verify(page, other);
  if (!match || !policy_.remove.has(match->kind)) return false;
  const bool is_part = match->kind == Kind::layout || match->kind == Kind::partial;
  return !is_part || match->containment >= profile_.thresholds.containment_to_remove();
}

EvalRemovals judge_by_likeness(const RemovalTruth& truth, const Thresholds& thresholds,
                               const std::function<void()>& look) {
  const bool by_agreement = thresholds.min_agreement > 0;
  const double least = by_agreement ? thresholds.min_agreement : thresholds.min_resemblance;
  // Rounded, so that a removal at .7 is not bad because of the floating-point error of .8 - .1.
  const double bad_below = std::round((least - 0.1) * 1e9) / 1e9;
  EvalRemovals removals;
  removals.bad = 0;
  std::uint64_t right = 0;
  for (std::uint32_t page = 0; page < truth.representatives.size(); ++page) {
    if (truth.representatives[page] == page) continue;
    if (look) look();
    const double likeness =
        likeness_of(truth.corpus, page, truth.representatives[page], by_agreement);
    ++removals.removed;
    if (likeness >= least) ++right;
    if (likeness < bad_below) ++*removals.bad;
  }
  const Neighbours neighbours(truth.items, truth.pairs, by_agreement ? 0 : least);
  AgreeingItems agreeing(truth.corpus, truth.items, least, look);
  const Alike alike = [&](std::uint32_t item, const Neighbour& other) {
    if (are_two_pages(truth.corpus.row(truth.items[item].page),
                      truth.corpus.row(truth.items[other.item].page), other.resemblance,
                      thresholds)) {
      return false;
    }
    return !by_agreement || (other.resemblance >= thresholds.min_resemblance_with_agreement &&
                             agreeing(item, other.item));
  };
  const Greedy greedy = greedy_leader(truth.items, neighbours, alike);
  // The greedy leader is not optimal: more removals than its own may be right.
  const std::uint64_t expected = std::max(right, greedy.removals);
  removals.counts = {right, removals.removed - right, expected - right};
  removals.expected_short = greedy.short_removals;
  MissedPages(truth, neighbours, alike).count(removals);
  return removals;
}

EvalRemovals judge_by_clusters(std::span<const std::uint32_t> representatives,
                               std::span<const std::uint32_t> cluster_of) {
  EvalRemovals removals;
  std::vector<bool> seen;
  std::uint64_t expected = 0;
  std::uint64_t right = 0;
  for (std::uint32_t page = 0; page < cluster_of.size(); ++page) {
    const std::uint32_t cluster = cluster_of[page];
    if (cluster == kNoPage) continue;
    if (cluster >= seen.size()) seen.resize(std::size_t{cluster} + 1);
    if (seen[cluster]) ++expected;
    seen[cluster] = true;
    const std::uint32_t representative = representatives[page];
    if (representative == page || cluster_of[representative] == kNoPage) continue;
    ++removals.removed;
    if (cluster_of[representative] == cluster) ++right;
  }
  removals.counts = {right, removals.removed - right, expected - right};
  return removals;
}

}  // namespace facsim

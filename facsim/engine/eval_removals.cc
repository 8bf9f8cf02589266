// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/eval_removals.h"

#include <algorithm>
#include <cmath>

#include "facsim/engine/candidates.h"
#include "facsim/engine/keep_order.h"
#include "facsim/engine/leaders.h"
#include "facsim/engine/missing_units.h"
#include "facsim/engine/publish.h"
#include "facsim/verify/overlap.h"

namespace facsim {
namespace {

// The items that resemble each item enough.
class Neighbours {
 public:
  Neighbours(std::span<const EvalItem> items, std::span<const JoinedPair> pairs, double least)
      : lists_(items.size()) {
    for (const JoinedPair& pair : pairs) {
      const Overlap both{items[pair.first].shingles, items[pair.second].shingles, pair.shared};
      if (both.resemblance() < least) continue;
      lists_[pair.first].push_back(pair.second);
      lists_[pair.second].push_back(pair.first);
    }
  }
  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t item) const { return lists_[item]; }

 private:
  std::vector<std::vector<std::uint32_t>> lists_;
};

struct Greedy {
  std::uint64_t removals = 0;
  std::uint64_t short_removals = 0;
};

// Items are visited by their first page; those not yet visited are not kept yet. Texts without a
// unit resemble nothing, themselves not excepted.
Greedy greedy_leader(std::span<const EvalItem> items, const Neighbours& neighbours) {
  Greedy greedy;
  std::vector<bool> kept(items.size());
  for (std::uint32_t item = 0; item < items.size(); ++item) {
    if (items[item].shingles == 0) continue;
    const auto others = neighbours.of(item);
    kept[item] = std::none_of(others.begin(), others.end(),
                              [&](std::uint32_t other) { return kept[other]; });
    const std::uint64_t removals = items[item].count - (kept[item] ? 1 : 0);
    greedy.removals += removals;
    if (items[item].is_short) greedy.short_removals += removals;
  }
  return greedy;
}

// Kept pages that resemble an earlier kept one enough; those that are too short are not asked.
std::uint64_t missed_pages(std::span<const std::uint32_t> representatives,
                           std::span<const EvalItem> items, std::span<const std::uint32_t> item_of,
                           const Neighbours& neighbours) {
  std::vector<std::uint32_t> kept(items.size());
  std::uint64_t missed = 0;
  for (std::uint32_t page = 0; page < representatives.size(); ++page) {
    const std::uint32_t item = item_of[page];
    if (item == kNoPage || items[item].is_short || representatives[page] != page) continue;
    const auto others = neighbours.of(item);
    const bool resembles =
        kept[item] > 0 || std::any_of(others.begin(), others.end(),
                                      [&](std::uint32_t other) { return kept[other] > 0; });
    ++kept[item];
    if (resembles) ++missed;
  }
  return missed;
}

}  // namespace

std::vector<std::uint32_t> representatives(EvalCorpus& corpus, const DedupOptions& options,
                                           const DedupHooks& hooks, Scratch& scratch) {
  Corpus& read = corpus.corpus();
  const auto ranks = keep_ranks(read, options.keep, scratch, options.memory_bytes);
  Candidates candidates = find_candidates(read, ranks, options, hooks, scratch);
  const LateUnits late =
      read_missing_units(read, candidates.in_group, options, hooks, scratch);
  Summary summary;
  const Decisions decisions =
      apply_leaders(read, late, *candidates.members, options, hooks, scratch, summary);
  const Verdicts verdicts(read, candidates.exact_best, decisions, options);
  std::vector<std::uint32_t> result(corpus.pages());
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    const Verdict verdict = verdicts.at(page, corpus.row(page));
    result[page] = verdict.representative == kNoPage ? page : verdict.representative;
  }
  return result;
}

EvalRemovals judge_by_resemblance(const EvalCorpus& corpus,
                                  std::span<const std::uint32_t> representatives,
                                  std::span<const EvalItem> items,
                                  std::span<const std::uint32_t> item_of,
                                  std::span<const JoinedPair> pairs, double resemblance_min) {
  // Rounded, so that a removal at .7 is not bad because .8 - .1 has a last digit.
  const double bad_below = std::round((resemblance_min - 0.1) * 1e9) / 1e9;
  EvalRemovals removals;
  removals.bad = 0;
  std::uint64_t right = 0;
  std::vector<std::uint64_t> one;
  std::vector<std::uint64_t> other;
  for (std::uint32_t page = 0; page < representatives.size(); ++page) {
    if (representatives[page] == page) continue;
    corpus.shingles(page, one);
    corpus.shingles(representatives[page], other);
    // Texts without a unit were removed because they are equal.
    const double resemblance = one.empty() && other.empty() ? 1 : overlap(one, other).resemblance();
    ++removals.removed;
    if (resemblance >= resemblance_min) ++right;
    if (resemblance < bad_below) ++*removals.bad;
  }
  const Neighbours neighbours(items, pairs, resemblance_min);
  const Greedy greedy = greedy_leader(items, neighbours);
  // The greedy leader is not the best there is: more removals than its own may be right.
  const std::uint64_t expected = std::max(right, greedy.removals);
  removals.counts = {right, removals.removed - right, expected - right};
  removals.expected_short = greedy.short_removals;
  removals.missed = missed_pages(representatives, items, item_of, neighbours);
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

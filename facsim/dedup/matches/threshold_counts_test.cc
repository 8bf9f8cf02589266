// SPDX-License-Identifier: Apache-2.0
// Counts of all thresholds at once equal those of the rule for each threshold; decisions of people
// apply to both.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "facsim/base/memory_scratch.h"
#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup/matches/threshold_counts.h"

namespace facsim {
namespace {

constexpr std::uint64_t kWorldMemory = 1U << 20;
constexpr std::uint32_t kWorldPages = 14;

// The witness of a page that says little besides its menus, or an empty one. Two such pages of one
// text may be two pages.
Witness some_witness(std::mt19937& chance) {
  Witness witness;
  if (chance() % 2 == 0) return witness;
  witness.site = witness.title = 1;
  witness.is_stub = witness.has_text = true;
  for (std::size_t bin = 0; bin < witness.text.bins.size(); ++bin) {
    witness.text.bins[bin] = static_cast<std::uint8_t>(chance() % 3 == 0 ? chance() : bin);
  }
  return witness;
}

// A small random world: pages of 100 shingles, some copies, pairs with any shared shingles.
struct PairWorld {
  explicit PairWorld(unsigned seed) : corpus(scratch, kWorldMemory), pairs(scratch, kWorldMemory) {
    std::mt19937 chance(seed);
    corpus.files.emplace_back();
    corpus.first_page = {0, kWorldPages};
    ComponentPairs component;
    for (std::uint32_t page = 0; page < kWorldPages; ++page) {
      const bool is_copy = page > 0 && chance() % 4 == 0;
      const std::uint32_t text = is_copy ? same_text[chance() % page] : page;
      PageRow row;
      row.has_text = row.has_fingerprint = true;
      row.digest = {text, text};
      row.shingles = row.units = 100;
      row.witness = some_witness(chance);
      corpus.rows.push_back(row);
      same_text.push_back(text);
      ranks.push_back(page);
      if (!is_copy) component.pages.push_back(page);
    }
    std::shuffle(ranks.begin(), ranks.end(), chance);
    component.is_cut.assign(component.pages.size(), false);
    for (std::uint32_t i = 0; i < component.pages.size(); ++i) {
      for (std::uint32_t j = i + 1; j < component.pages.size(); ++j) {
        if (chance() % 3 == 0) continue;
        ListedPair pair;
        pair.first = i;
        pair.second = j;
        pair.shared = 67 + static_cast<std::uint32_t>(chance() % 34);
        pair.equal_bins = 64;
        component.pairs.push_back(pair);
      }
    }
    pairs.add(component);
    best = best_of_texts(same_text, ranks);
    for (std::uint32_t page = 1; page < kWorldPages; ++page) {
      if (chance() % 5 == 0 && best[page] != best[page - 1]) {
        decided.add(best[page], best[page - 1],
                    chance() % 2 == 0 ? PairDecision::same : PairDecision::different);
      }
    }
  }

  MemoryScratch scratch;
  Corpus corpus;
  PairLists pairs;
  std::vector<std::uint32_t> same_text;
  std::vector<std::uint32_t> ranks;
  std::vector<std::uint32_t> best;
  DecidedPairs decided;
};

// The slow twin decides on every page, one threshold after the other.
ThresholdCounts counted(PairWorld& world, const TextOrder& order, double threshold,
                        const Policy& policy, const facsim::Run& run) {
  Profile profile;
  profile.thresholds.min_resemblance = threshold;
  const Decisions decisions = apply_leaders_to_pairs(
      world.corpus, order, PairReader(world.pairs, kWorldPages), profile, policy, run);
  const DecidedCorpus pages(world.corpus, world.best, decisions, profile, policy, run);
  ThresholdCounts counts{threshold, 0, 0};
  for (std::uint32_t page = 0; page < kWorldPages; ++page) {
    const Decision decision = pages.at(page, world.corpus.rows.at(page));
    EXPECT_EQ(pages.is_removed(page), decision.removed()) << page;
    if (decision.removed()) {
      EXPECT_TRUE(pages.stands_for_others(decision.representative)) << page;
      ++counts.removed;
    } else if (decision.other() != kNoPage) {
      ++counts.reported;
    }
  }
  return counts;
}

TEST(ThresholdCountsOfPairs, AreThoseOfTheRule) {
  const RunHooks hooks;
  const std::vector<double> thresholds = {0.2, 0.4, 0.5, 0.6, 0.75, 0.8, 0.9, 1.0};
  const std::vector<Kinds> removed = {{Kind::exact, Kind::content},
                                      {Kind::exact},
                                      {Kind::content, Kind::partial},
                                      {Kind::exact, Kind::content, Kind::layout, Kind::partial}};
  bool some_differ = false;
  for (unsigned seed = 0; seed < 200; ++seed) {
    PairWorld world(seed);
    const facsim::Run run({}, hooks, world.scratch);
    Policy policy;
    policy.remove = removed[seed % removed.size()];
    const TextOrder order{world.ranks, world.best, seed % 2 == 0 ? nullptr : &world.decided};
    const auto counts = count_thresholds(world.corpus, order, PairReader(world.pairs, kWorldPages),
                                         thresholds, {}, policy, run);
    ASSERT_EQ(counts.size(), thresholds.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const ThresholdCounts slow = counted(world, order, thresholds[i], policy, run);
      EXPECT_EQ(counts[i].removed, slow.removed) << "seed " << seed << " at " << thresholds[i];
      EXPECT_EQ(counts[i].reported, slow.reported) << "seed " << seed << " at " << thresholds[i];
      some_differ |= counts[i].removed != counts[0].removed;
    }
  }
  EXPECT_TRUE(some_differ) << "the worlds are all alike";
}

}  // namespace
}  // namespace facsim

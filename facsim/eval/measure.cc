// SPDX-License-Identifier: Apache-2.0
// Computes the figures of the listed pairs and adds them up.
#include <algorithm>
#include <array>
#include <mutex>

#include "facsim/base/human_text.h"
#include "facsim/dedup/candidates.h"
#include "facsim/eval/run_internal.h"
#include "facsim/fingerprint/sketcher.h"
#include "facsim/verify/agreement.h"
#include "facsim/verify/overlap.h"

namespace facsim {
namespace {

constexpr std::array kChannelDistances = {3, 8};

// The channels in the order of the report: distances, bands, digest, then the profiles.
std::vector<std::string> channel_names(const EvalRun& run) {
  std::vector<std::string> names;
  for (const int distance : kChannelDistances) {
    names.push_back("distance <= " + std::to_string(distance));
  }
  names.emplace_back("bands");
  names.emplace_back("digest");
  for (const ProfileRun& profile : run.profiles) names.push_back(profile.judge.profile.name);
  return names;
}

Profile only(int max_distance, std::uint32_t bands) {
  Profile profile;
  profile.bands = bands;
  profile.max_distance = max_distance;
  return profile;
}

class FiguresMaker {
 public:
  explicit FiguresMaker(const EvalRun& run) : run_(run), bands_(only(-1, kBands)) {}

  PairFigures of(const EvalPair& pair) const {
    const EvalItem& a = run_.items[pair.first];
    const EvalItem& b = run_.items[pair.second];
    const PageRow first = run_.corpus->row(a.page);
    const PageRow second = run_.corpus->row(b.page);
    PairFigures figures;
    figures.is_true = pair.is_true;
    figures.weight = weight_of(run_, pair);
    if (first.has_fingerprint && second.has_fingerprint) {
      figures.distance = first.distance_to(second);
      figures.estimate = estimated_resemblance(first.sketch, second.sketch);
    }
    const Overlap shared{a.shingles, b.shingles, pair.shared};
    figures.resemblance = shared.resemblance();
    figures.containment = std::max(shared.containment(), shared.containment_reverse());
    fill_channels(a.page, b.page, first, second, figures);
    return figures;
  }

 private:
  // Pages of equal text need no channel, because dedup groups them first.
  void fill_channels(std::uint32_t page, std::uint32_t other, const PageRow& first,
                     const PageRow& second, PairFigures& figures) const {
    const bool same_text = first.has_text && second.has_text && first.digest == second.digest;
    for (const int distance : kChannelDistances) {
      figures.in_channel.push_back(figures.distance && *figures.distance <= distance);
    }
    figures.in_channel.push_back(are_candidates(first, second, bands_));
    figures.in_channel.push_back(same_text);
    for (const ProfileRun& run : run_.profiles) {
      const EvalCorpus& corpus = *run.corpus;
      const bool own = &corpus != run_.corpus;
      const PageRow a = own ? corpus.row(page) : first;
      const PageRow b = own ? corpus.row(other) : second;
      const Profile& profile = run.judge.profile;
      figures.in_channel.push_back(same_text || are_candidates(a, b, profile) ||
                                   share_anchors(corpus.corpus(), a, b, profile));
    }
  }

  const EvalRun& run_;
  Profile bands_;
};

Census census_of(EvalRun& run) {
  std::vector<CensusPage> pages;
  for (const EvalItem& item : run.items) {
    const PageRow row = run.corpus->row(item.page);
    if (row.has_fingerprint) pages.push_back({row.fingerprint, row.sketch, item.count});
  }
  return take_census(pages, run.executor,
                     [&](std::uint64_t done) { run.progress("census", done, pages.size()); });
}

// Counts all pairs of the pages that are evaluated.
std::uint64_t count_pairs(const EvalRun& run) {
  std::uint64_t pages = 0;
  for (const EvalItem& item : run.items) {
    if (run.options.truth == Truth::clusters || !item.is_short) pages += item.count;
  }
  return pages < 2 ? 0 : pages * (pages - 1) / 2;
}

// Draws pairs at even intervals; all if there are few.
std::vector<std::size_t> drawn(std::size_t count, std::uint64_t most) {
  std::vector<std::size_t> chosen;
  const std::uint64_t wanted = std::min<std::uint64_t>(count, most);
  for (std::uint64_t i = 0; i < wanted; ++i) {
    chosen.push_back(static_cast<std::size_t>(i * count / wanted));
  }
  return chosen;
}

void measure_agreement(EvalRun& run, const std::vector<std::size_t>& chosen, EvalTally& tally) {
  constexpr std::size_t kAtATime = 16;
  std::vector<double> shares(chosen.size());
  std::mutex mutex;
  std::uint64_t done = 0;
  run.executor.run((chosen.size() + kAtATime - 1) / kAtATime, [&](std::size_t piece) {
    const std::size_t begin = piece * kAtATime;
    const std::size_t end = std::min(chosen.size(), begin + kAtATime);
    AgreementMeter meter;
    for (std::size_t i = begin; i < end; ++i) {
      const EvalPair& pair = run.listed[chosen[i]];
      shares[i] = meter.share(run.corpus->units(run.items[pair.first].page),
                              run.corpus->units(run.items[pair.second].page));
    }
    const std::lock_guard lock(mutex);
    done += end - begin;
    run.progress("agreement", done, chosen.size());
  });
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const EvalPair& pair = run.listed[chosen[i]];
    tally.add_agreement(pair.is_true, shares[i], weight_of(run, pair));
  }
}

// Notes for the reader about figures that rest on fewer pairs than others.
void add_notes(const EvalRun& run, std::size_t agreements, EvalReport& report) {
  if (run.options.truth == Truth::pairs) return;
  const std::string floor = short_number(run.options.resemblance_floor);
  const bool by_clusters = run.options.truth == Truth::clusters;
  const std::string among =
      "wrong ones are counted among pairs of resemblance " + floor + " or more";
  for (EvalMeasure& measure : report.measures) {
    const bool all = measure.name == "distance" || measure.name == "estimate";
    if (measure.name == "agreement") {
      measure.note = "measured on " + human_count(agreements) + " of " +
                     human_count(run.listed.size()) + " pairs of texts, evenly drawn; " + among;
    } else if (!all && (by_clusters || measure.name == "containment")) {
      measure.note = among;
    }
  }
}

}  // namespace

std::uint64_t weight_of(const EvalRun& run, const EvalPair& pair) {
  const std::uint64_t a = run.items[pair.first].count;
  const std::uint64_t b = run.items[pair.second].count;
  return pair.first == pair.second ? a * (a - 1) / 2 : a * b;
}

void measure_pairs(EvalRun& run) {
  const bool all_pairs = run.options.truth != Truth::pairs;
  TallyOptions tallied{.distances = run.options.distances,
                       .thresholds = run.options.thresholds,
                       .channels = channel_names(run),
                       .curve_low = all_pairs ? run.options.resemblance_floor : 0};
  if (all_pairs) {
    std::erase_if(tallied.thresholds,
                  [&](double least) { return least < run.options.resemblance_floor; });
  }
  EvalTally tally(tallied);
  const FiguresMaker maker(run);
  for (std::size_t i = 0; i < run.listed.size(); ++i) {
    if (i % 4096 == 0) run.progress("figures", i, run.listed.size());
    tally.add(maker.of(run.listed[i]));
  }
  const std::vector<std::size_t> chosen =
      drawn(run.listed.size(),
            all_pairs ? run.options.agreement_pairs_max : std::uint64_t{run.listed.size()});
  measure_agreement(run, chosen, tally);

  EvalReport& report = run.result.report;
  std::optional<Census> census;
  if (all_pairs) census = census_of(run);
  report.pairs_true = tally.pairs_true();
  report.pairs_false = all_pairs ? count_pairs(run) - tally.pairs_true() : tally.pairs_false();
  report.measures = tally.measures(census);
  report.channels = tally.channels();
  report.curves = tally.curves();
  if (census) {
    for (std::size_t i = 0; i < kChannelDistances.size(); ++i) {
      std::uint64_t near = 0;
      for (int d = 0; d <= kChannelDistances[i]; ++d) {
        near += census->by_distance[static_cast<std::size_t>(d)];
      }
      report.channels[i].candidates = near;
    }
    report.channels[kChannelDistances.size()].candidates = census->by_bands;
  }
  report.bins_about = all_pairs ? "all pairs of resemblance " +
                                      short_number(run.options.resemblance_floor) + " or more"
                                : "the labelled pairs";
  add_notes(run, chosen.size(), report);
}

namespace {

EvalRemovals judge_by_pairs(EvalRun& run, const ProfileRun& profile,
                            const std::vector<std::uint32_t>& stays) {
  const auto count = [](bool is_found, bool is_true, EvalCounts& counts) {
    if (is_found) {
      ++(is_true ? counts.right : counts.wrong);
    } else if (is_true) {
      ++counts.missed;
    }
  };
  SinglePairRule rule(*profile.corpus, profile.judge.profile, run.options.policy, run.context);
  EvalRemovals removals;
  removals.alone.emplace();
  for (const EvalPair& pair : run.listed) {
    run.context.throw_if_cancelled();
    const std::uint32_t first = run.items[pair.first].page;
    const std::uint32_t second = run.items[pair.second].page;
    const bool same = stays[first] == stays[second];
    removals.removed += same ? 1 : 0;
    count(same, pair.is_true, removals.counts);
    count(rule.are_duplicates(first, second), pair.is_true, *removals.alone);
  }
  return removals;
}

}  // namespace

void judge_removals(EvalRun& run) {
  EvalReport& report = run.result.report;
  const Truth truth = run.options.truth;
  report.removals_about =
      truth == Truth::pairs ? "labelled pairs whose pages share a representative after dedup"
      : truth == Truth::clusters
          ? "removed pages; right if the representative is of the same cluster; expected are all "
            "pages of a cluster but one"
          : "removed pages; right if the named representative is as like them as the rule says, "
            "bad "
            "if .1 less; expected is what a greedy leader removes that knows every exact "
            "resemblance (the agreement of pairs of resemblance " +
                short_number(run.options.resemblance_floor) + " or more)";
  for (ProfileRun& profile : run.profiles) {
    const std::vector<std::uint32_t> stays = representatives(
        *profile.corpus, profile.read, profile.judge, run.options.policy, run.context);
    const Thresholds& thresholds = profile.judge.profile.thresholds;
    EvalRemovals removals;
    if (truth == Truth::exact) {
      removals = judge_by_likeness({*run.corpus, stays, run.items, run.item_of, run.joined},
                                   thresholds, [&] { run.context.throw_if_cancelled(); });
    } else if (truth == Truth::clusters) {
      removals = judge_by_clusters(stays, run.cluster_of);
    } else {
      removals = judge_by_pairs(run, profile, stays);
    }
    removals.profile = profile.judge.profile.name;
    removals.rule = thresholds.min_agreement > 0
                        ? "agreement >= " + short_number(thresholds.min_agreement)
                        : "resemblance >= " + short_number(thresholds.min_resemblance);
    report.removals.push_back(std::move(removals));
  }
}

}  // namespace facsim

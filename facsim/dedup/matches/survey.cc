// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/matches/survey.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <tuple>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/corpus/keep_order.h"
#include "facsim/dedup/matches/judge_again_internal.h"
#include "facsim/dedup/matches/matches_file.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

constexpr int kHundredthsMin = 50;

std::vector<double> thresholds_of(const MatchesSurvey& survey) {
  std::vector<double> all;
  for (int i = kHundredthsMin; i <= 100; ++i) {
    if (i / 100.0 >= survey.floor) all.push_back(i / 100.0);
  }
  if (survey.threshold >= survey.floor &&
      std::find(all.begin(), all.end(), survey.threshold) == all.end()) {
    all.push_back(survey.threshold);
    std::sort(all.begin(), all.end());
  }
  return all;
}

// Selects the pairs nearest to a line among any number of pairs.
class NearestPairs {
 public:
  NearestPairs(double line, std::size_t count_max) : line_(line), count_max_(count_max) {}

  void add(const ListedFigures& pair, double likeness) {
    ++all_;
    if (count_max_ == 0) return;
    const Kept kept{std::abs(likeness - line_), likeness, pair};
    if (heap_.size() == count_max_ && !is_before(kept, heap_.front())) return;
    if (heap_.size() == count_max_) {
      std::pop_heap(heap_.begin(), heap_.end(), is_before);
      heap_.pop_back();
    }
    heap_.push_back(kept);
    std::push_heap(heap_.begin(), heap_.end(), is_before);
  }

  void take(const Corpus& corpus, MatchesSurvey& survey) {
    std::sort(heap_.begin(), heap_.end(), is_before);
    survey.near_all = all_;
    for (const Kept& kept : heap_) {
      survey.near.push_back({corpus.name_of(corpus.rows.at(kept.pair.page)),
                             corpus.name_of(corpus.rows.at(kept.pair.other)), kept.pair.match,
                             kept.likeness, kept.pair.why});
    }
  }

 private:
  struct Kept {
    double distance = 0;
    double likeness = 0;
    ListedFigures pair;
  };
  static bool is_before(const Kept& a, const Kept& b) {
    return std::tuple(a.distance, a.pair.page, a.pair.other) <
           std::tuple(b.distance, b.pair.page, b.pair.other);
  }

  double line_;
  std::size_t count_max_;
  std::uint64_t all_ = 0;
  std::vector<Kept> heap_;
};

}  // namespace

MatchesSurvey survey_matches(const std::string& folder, const ReclusterOptions& given,
                             const std::vector<NamedDecision>& decisions, std::size_t near_max,
                             const RunHooks& hooks) {
  TempFolder temp(given.limits.tmp);
  RunLimits limits = given.limits;
  limits.threads = 1;  // the pairs are read as a stream
  Run run(limits, hooks, temp);
  const MatchesFile file(folder + "/" + kMatchesName, [&run] { run.throw_if_cancelled(); });
  const Choice choice = choose(file, given);
  const Profile& profile = choice.profile();
  const Policy& policy = choice.policy();

  Corpus corpus(temp, run.memory_bytes(), Corpus::Units::none);
  std::vector<std::uint32_t> same_text = file.load(corpus);
  const std::vector<std::uint32_t> ranks = keep_ranks(corpus, policy.keep, run);
  const ResolvedDecisions resolved(corpus, decisions, ranks, same_text, run);
  const std::vector<std::uint32_t> exact_best = best_of_texts(same_text, ranks);
  const DecidedPairs decided = resolved.by_texts(exact_best, run);
  const TextOrder order{ranks, exact_best, &decided};
  const Decisions rule =
      apply_leaders_to_pairs(corpus, order, file.pair_reader(), profile, policy, run);

  MatchesSurvey survey;
  survey.by_agreement = profile.thresholds.min_agreement > 0;
  survey.threshold =
      survey.by_agreement ? profile.thresholds.min_agreement : profile.thresholds.min_resemblance;
  survey.floor = file.floor();
  survey.pages_cut = file.pages_cut();
  survey.counts = count_thresholds(corpus, order, file.pair_reader(), thresholds_of(survey),
                                   profile, policy, run);
  NearestPairs nearest(survey.threshold, near_max);
  visit_pairs(
      corpus, order, file.pair_reader(), profile, policy, run, [&](const ListedFigures& pair) {
        const Decision decision = rule.at(pair.page);
        if (decision.removed() || rule.at(pair.other).removed()) return;
        if (decision.other() == pair.other) return;
        nearest.add(
            pair, survey.by_agreement ? pair.match.agreement.value_or(0) : pair.match.resemblance);
      });
  nearest.take(corpus, survey);
  return survey;
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/tally.h"

#include <algorithm>
#include <cmath>

namespace facsim {
namespace {

// The width of a bin is 1 / kBinsInOne; the last bin is resemblance 1 alone.
constexpr int kBinsInOne = 20;

// Distances are negated, because nearer is better.
std::vector<double> keys_of(const std::vector<int>& distances) {
  std::vector<double> keys;
  for (auto distance = distances.rbegin(); distance != distances.rend(); ++distance) {
    keys.push_back(-*distance);
  }
  return keys;
}

// Counts all pairs at or above `key`; `value(i)` is the value of the i-th entry of the census.
template <class Counted, class Value>
std::uint64_t counted_from(const Counted& pairs, double key, const Value& value) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (value(i) >= key) sum += pairs[i];
  }
  return sum;
}

}  // namespace

void mark_best(std::vector<ThresholdPoint>& points) {
  ThresholdPoint* best = nullptr;
  for (ThresholdPoint& point : points) {
    const auto f1 = point.counts.f1();
    if (f1 && *f1 > 0 && (best == nullptr || *f1 > *best->counts.f1())) best = &point;
  }
  if (best != nullptr) best->is_best = true;
}

EvalTally::Levels::Levels(std::vector<double> ascending)
    : keys(std::move(ascending)), right(keys.size() + 1), wrong(keys.size() + 1) {}

void EvalTally::Levels::add(double value, bool is_true, std::uint64_t weight) {
  const auto passed =
      static_cast<std::size_t>(std::upper_bound(keys.begin(), keys.end(), value) - keys.begin());
  (is_true ? right : wrong)[passed] += weight;
  pairs += weight;
  if (is_true) pairs_true += weight;
}

std::vector<EvalCounts> EvalTally::Levels::counts(std::uint64_t all_true) const {
  std::vector<EvalCounts> result(keys.size());
  EvalCounts sum;
  for (std::size_t i = keys.size(); i-- > 0;) {
    sum.right += right[i + 1];
    sum.wrong += wrong[i + 1];
    result[i] = {sum.right, sum.wrong, all_true - sum.right};
  }
  return result;
}

EvalTally::EvalTally(const TallyOptions& options)
    : options_(options),
      distance_(keys_of(options.distances)),
      estimate_(options.thresholds),
      resemblance_(options.thresholds),
      containment_(options.thresholds),
      agreement_(options.thresholds),
      found_(options.channels.size()) {
  const int first = static_cast<int>(std::floor(options.curve_low * kBinsInOne + 1e-9));
  for (int bin = first; bin <= kBinsInOne; ++bin) {
    bin_starts_.push_back(static_cast<double>(bin) / kBinsInOne);
  }
  in_bin_.assign(options.channels.size(), std::vector<Share>(bin_starts_.size()));
}

std::size_t EvalTally::bin_of(double resemblance) const noexcept {
  const auto above = std::upper_bound(bin_starts_.begin(), bin_starts_.end(), resemblance);
  return static_cast<std::size_t>(above - bin_starts_.begin());
}

void EvalTally::add(const PairFigures& pair) {
  (pair.is_true ? true_ : false_) += pair.weight;
  if (pair.distance) distance_.add(-*pair.distance, pair.is_true, pair.weight);
  if (pair.estimate) estimate_.add(*pair.estimate, pair.is_true, pair.weight);
  resemblance_.add(pair.resemblance, pair.is_true, pair.weight);
  containment_.add(pair.containment, pair.is_true, pair.weight);
  if (pair.agreement) agreement_.add(*pair.agreement, pair.is_true, pair.weight);
  const std::size_t bin = bin_of(pair.resemblance);
  for (std::size_t c = 0; c < found_.size(); ++c) {
    const std::uint64_t found = pair.in_channel[c] ? pair.weight : 0;
    if (pair.is_true) {
      found_[c].part += found;
      found_[c].whole += pair.weight;
    }
    if (bin == 0) continue;  // below the curves
    in_bin_[c][bin - 1].part += found;
    in_bin_[c][bin - 1].whole += pair.weight;
  }
}

void EvalTally::add_agreement(bool is_true, double agreement, std::uint64_t weight) {
  agreement_.add(agreement, is_true, weight);
}

EvalMeasure EvalTally::measure_of(const Levels& levels, std::uint64_t all_true) const {
  EvalMeasure measure;
  measure.pairs = levels.pairs;
  const std::vector<EvalCounts> counts = levels.counts(all_true);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    measure.points.push_back({levels.keys[i], counts[i], false});
  }
  return measure;
}

std::vector<EvalMeasure> EvalTally::measures(const std::optional<Census>& census) const {
  EvalMeasure distance = measure_of(distance_, true_);
  EvalMeasure estimate = measure_of(estimate_, true_);
  if (census) {
    for (ThresholdPoint& point : distance.points) {
      const std::uint64_t all = counted_from(census->by_distance, point.threshold,
                                             [](std::size_t i) { return -static_cast<double>(i); });
      point.counts.wrong = all - point.counts.right;
    }
    for (ThresholdPoint& point : estimate.points) {
      const std::uint64_t all = counted_from(census->by_bins, point.threshold, estimate_of_bins);
      point.counts.wrong = all - point.counts.right;
    }
    distance.pairs = estimate.pairs = census->pairs;
  }
  // From here on, thresholds are distances: ascending, duplicates at or below them.
  std::reverse(distance.points.begin(), distance.points.end());
  for (ThresholdPoint& point : distance.points) point.threshold = 0 - point.threshold;
  distance.at_most = true;

  EvalMeasure resemblance = measure_of(resemblance_, true_);
  EvalMeasure containment = measure_of(containment_, true_);
  EvalMeasure agreement = measure_of(agreement_, agreement_.pairs_true);
  distance.name = "distance";
  distance.about = "SimHash: the fingerprints differ in at most so many bits";
  estimate.name = "estimate";
  estimate.about = "resemblance as the sketches suggest it";
  resemblance.name = "resemblance";
  resemblance.about = "exact resemblance of the shingle sets (Jaccard)";
  containment.name = "containment";
  containment.about = "so much of one page's shingles stand in the other, on either side";
  agreement.name = "agreement";
  agreement.about = "so much of the longer page stands in the other in the same order";
  std::vector<EvalMeasure> all = {distance, estimate, resemblance, containment, agreement};
  for (EvalMeasure& measure : all) mark_best(measure.points);
  return all;
}

std::vector<ChannelRecall> EvalTally::channels() const {
  std::vector<ChannelRecall> all;
  for (std::size_t c = 0; c < found_.size(); ++c) {
    all.push_back({options_.channels[c], found_[c], std::nullopt});
  }
  return all;
}

std::vector<RecallCurve> EvalTally::curves() const {
  std::vector<RecallCurve> all;
  for (std::size_t c = 0; c < in_bin_.size(); ++c) {
    RecallCurve curve{options_.channels[c], {}};
    for (std::size_t b = 0; b < bin_starts_.size(); ++b) {
      const double high = b + 1 < bin_starts_.size() ? bin_starts_[b + 1] : 1;
      curve.bins.push_back({bin_starts_[b], high, in_bin_[c][b]});
    }
    all.push_back(std::move(curve));
  }
  return all;
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts pairs whose truth is known by the decision of each measure and channel on them.
//
// A pair is added once with all its figures; computing the measures, channels and curves adds no
// cost. A measure for which a pair has no figure cannot find it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facsim/eval/census.h"
#include "facsim/eval/report.h"

namespace facsim {

// The figures of one pair, and the number of pairs that they represent.
struct PairFigures {
  bool is_true = false;
  std::uint64_t weight = 1;
  std::optional<int> distance;     // bits
  std::optional<double> estimate;  // of the resemblance, by the sketches
  std::optional<double> agreement;
  double resemblance = 0;
  double containment = 0;        // of the one that is contained more in the other
  std::vector<bool> in_channel;  // by channel
};

// Marks the point of the highest F1, the first if there are several.
void mark_best(std::vector<ThresholdPoint>& points);

struct TallyOptions {
  std::vector<int> distances;      // ascending
  std::vector<double> thresholds;  // ascending
  std::vector<std::string> channels;
  double curve_low = 0;  // start of the first bin of the curves
};

class EvalTally {
 public:
  explicit EvalTally(const TallyOptions& options);

  void add(const PairFigures& pair);
  // Only for agreement, which may be measured on fewer pairs.
  void add_agreement(bool is_true, double agreement, std::uint64_t weight);

  [[nodiscard]] std::uint64_t pairs_true() const noexcept { return true_; }
  [[nodiscard]] std::uint64_t pairs_false() const noexcept { return false_; }

  // In a fixed order. With a census, wrong pairs are counted among all pairs; without one, and for
  // measures that a census lacks, among the added pairs.
  [[nodiscard]] std::vector<EvalMeasure> measures(const std::optional<Census>& census) const;
  [[nodiscard]] std::vector<ChannelRecall> channels() const;
  [[nodiscard]] std::vector<RecallCurve> curves() const;

 private:
  // Counts pairs by the number of thresholds they pass.
  struct Levels {
    std::vector<double> keys;  // ascending: the value must be at or above
    std::vector<std::uint64_t> right;
    std::vector<std::uint64_t> wrong;
    std::uint64_t pairs = 0;
    std::uint64_t pairs_true = 0;

    explicit Levels(std::vector<double> ascending);
    void add(double value, bool is_true, std::uint64_t weight);
    [[nodiscard]] std::vector<EvalCounts> counts(std::uint64_t all_true) const;
  };

  [[nodiscard]] EvalMeasure measure_of(const Levels& levels, std::uint64_t all_true) const;
  [[nodiscard]] std::size_t bin_of(double resemblance) const noexcept;

  TallyOptions options_;
  Levels distance_;
  Levels estimate_;
  Levels resemblance_;
  Levels containment_;
  Levels agreement_;
  std::uint64_t true_ = 0;
  std::uint64_t false_ = 0;
  std::vector<double> bin_starts_;
  std::vector<Share> found_;                // true pairs by channel
  std::vector<std::vector<Share>> in_bin_;  // by channel and bin
};

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Options and result of an evaluation (evaluate.h).

#include <optional>
#include <string>
#include <vector>

#include "facsim/eval/report.h"
#include "facsim/input/record_reader.h"
#include "facsim/model/policy.h"
#include "facsim/ready_profile.h"
#include "facsim/run/run.h"

namespace facsim {

// The most different texts whose pairs are counted one by one.
inline constexpr std::uint32_t kEvalTextsMax = 100'000;

enum class Truth {
  pairs,     // a file of labelled pairs: only these are counted
  clusters,  // a file of clusters: all pairs of its pages, alike if they share one
  exact,     // all pairs, alike if their exact resemblance reaches the judge's min_resemblance
};

struct EvalOptions {
  Truth truth = Truth::exact;
  std::string labels;                  // the file
  std::optional<double> label_min;     // for numeric labels: duplicates at or above
  double resemblance_floor = 0.5;      // pairs below it are counted together, not one by one
  std::vector<int> distances;          // ascending, 0..64
  std::vector<double> thresholds;      // ascending, above 0
  std::vector<ReadyProfile> profiles;  // profiles whose candidates and removals are judged
  // Sketch sizes, each evaluated with a channel as a rule that reads no text.
  std::vector<SketchSpec> sketches;
  // Agreement is measured on at most this number of the listed pairs, drawn uniformly; on labelled
  // pairs always.
  std::uint64_t agreement_pairs_max = 20'000;
  ReadOptions read;
  ReadyProfile judge;  // its recipe makes the figures
  Policy policy;       // for the removals of each profile
  RunLimits limits;
};

// The defaults of what is measured.
[[nodiscard]] std::vector<int> usual_distances();      // 0..16
[[nodiscard]] std::vector<double> usual_thresholds();  // .5, .55, ... 1, and those of the profiles

struct Evaluation {
  EvalReport report;
  std::vector<std::string> warnings;  // sentences
};

}  // namespace facsim

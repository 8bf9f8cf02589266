// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an evaluation is asked for, and what it gives (evaluate.h).

#include <optional>
#include <string>
#include <vector>

#include "facsim/eval/report.h"
#include "facsim/input/record_reader.h"
#include "facsim/model/policy.h"
#include "facsim/ready_profile.h"
#include "facsim/run/run.h"

namespace facsim {

// Different texts whose pairs are counted one by one.
inline constexpr std::uint32_t kEvalTextsMax = 100'000;

enum class Truth {
  pairs,     // a file of labelled pairs: nothing else counts
  clusters,  // a file of clusters: all pairs of the pages in it, alike if they share one
  exact,     // alike from profile.thresholds.min_resemblance on, counted in full
};

struct EvalOptions {
  Truth truth = Truth::exact;
  std::string labels;                  // the file
  std::optional<double> label_min;     // labels that are numbers: duplicates at or above
  double resemblance_floor = 0.5;      // pairs below it are counted together, not one by one
  std::vector<int> distances;          // ascending, 0..64
  std::vector<double> thresholds;      // ascending, above 0
  std::vector<ReadyProfile> profiles;  // whose candidates and removals are judged
  // Sketches of these bins and bits, alone behind a channel: no text is read.
  std::vector<SketchSpec> sketches;
  // Of listed pairs, agreement is measured on at most so many, evenly drawn; labelled pairs all.
  std::uint64_t agreement_pairs_max = 20'000;
  ReadOptions read;
  ReadyProfile judge;  // its recipe makes the figures
  Policy policy;       // of what each profile would remove
  RunLimits limits;
};

// What is measured where nobody says otherwise.
[[nodiscard]] std::vector<int> usual_distances();      // 0..16
[[nodiscard]] std::vector<double> usual_thresholds();  // .5, .55, ... 1, and those of the profiles

struct Evaluation {
  EvalReport report;
  std::vector<std::string> warnings;  // sentences
};

}  // namespace facsim

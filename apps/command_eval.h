// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the two halves of `facsim eval` share, and what its help says of both.

#include <vector>

#include "apps/settings.h"

namespace facsim {

// What is measured where no flag says otherwise.
[[nodiscard]] std::vector<int> usual_distances();
[[nodiscard]] std::vector<double> usual_thresholds();

void run_eval_synthesize(const Settings& settings);

}  // namespace facsim

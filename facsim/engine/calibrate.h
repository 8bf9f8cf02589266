// SPDX-License-Identifier: Apache-2.0
#pragma once
// What does this machine charge? Measures the costs that the planner of the index multiplies with.
//
// Takes some tenths of a second and 256 MB for as long. What other programs do meanwhile counts
// too: the figures are of this machine as it is now.

#include "facsim/index/planner.h"

namespace facsim {

[[nodiscard]] MachineCosts calibrate();

// Figures of a server of 2020 that nobody disturbs, for what must not depend on the machine.
[[nodiscard]] MachineCosts usual_costs();

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What does this machine charge? Measures the costs that the planner of the index multiplies with.
//
// Memory is read at random in tables of several sizes, and a small index that lies in the cache is
// asked with the kernels that queries run on. Each figure is the best of several turns, so what
// other programs do for a moment does not count.
//
// Takes a quarter of a second and 256 MB for as long.

#include "facsim/index/planner.h"

namespace facsim {

[[nodiscard]] MachineCosts calibrate();

// What the first call of this process measured: for who plans again and again.
[[nodiscard]] MachineCosts calibrated_once();

// Figures of a server of 2020 that nobody disturbs, for what must not depend on the machine.
[[nodiscard]] MachineCosts usual_costs();

}  // namespace facsim

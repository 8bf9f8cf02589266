// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measures the costs of this machine with which the planner of the index computes.
//
// It reads memory at random in tables of several sizes, and queries a small index in the cache with
// the kernels that queries use. Each figure is the best of several runs, so brief load from other
// programs has no effect.
//
// It takes a quarter of a second, and 256 MiB during that time.

#include "facsim/index/planner.h"

namespace facsim {

[[nodiscard]] MachineCosts calibrate();

// Returns what the first call in this process measured: for callers that plan repeatedly.
[[nodiscard]] MachineCosts calibrated_once();

// Returns the figures of an idle server of 2020, for results that must not depend on the machine.
[[nodiscard]] MachineCosts usual_costs();

}  // namespace facsim

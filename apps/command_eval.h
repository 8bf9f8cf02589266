// SPDX-License-Identifier: Apache-2.0
#pragma once
// The half of `facsim eval` that has a source file of its own.

#include "apps/settings.h"

namespace facsim {

void run_eval_synthesize(const Settings& settings);

}  // namespace facsim

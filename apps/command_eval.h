// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the two halves of `facsim eval` share, and what its help says of both.

#include "apps/settings.h"

namespace facsim {

void run_eval_synthesize(const Settings& settings);

}  // namespace facsim

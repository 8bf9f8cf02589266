// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the progress of a command that reads pages is shown.

#include "apps/settings.h"
#include "facsim/report/progress.h"

namespace facsim {

// A line on a terminal, nothing elsewhere, unless --progress or --quiet say otherwise.
[[nodiscard]] ProgressStyle progress_style(const Settings& settings);

}  // namespace facsim

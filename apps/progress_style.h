// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the progress of a command that reads pages is shown.

#include <functional>
#include <string>

#include "apps/settings.h"
#include "facsim/report/progress.h"

namespace facsim {

// A line on a terminal, nothing elsewhere, unless --progress or --quiet say otherwise.
[[nodiscard]] ProgressStyle progress_style(const Settings& settings);

// For warnings that an Error follows: they wait for no summary. `progress` must outlive the result.
[[nodiscard]] std::function<void(const std::string&)> warn_after(Progress& progress);

}  // namespace facsim

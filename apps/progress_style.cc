// SPDX-License-Identifier: Apache-2.0
#include "apps/progress_style.h"

#include <unistd.h>

namespace facsim {

ProgressStyle progress_style(const Settings& settings) {
  if (settings.progress == ProgressChoice::none || settings.quiet) return ProgressStyle::none;
  if (settings.progress == ProgressChoice::json) return ProgressStyle::json;
  return ::isatty(STDERR_FILENO) != 0 ? ProgressStyle::line : ProgressStyle::none;
}

}  // namespace facsim

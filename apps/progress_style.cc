// SPDX-License-Identifier: Apache-2.0
#include "apps/progress_style.h"

#include <unistd.h>

#include "apps/output.h"

namespace facsim {

ProgressStyle progress_style(const Settings& settings) {
  if (settings.progress == ProgressChoice::none || settings.quiet) return ProgressStyle::none;
  if (settings.progress == ProgressChoice::json) return ProgressStyle::json;
  return ::isatty(STDERR_FILENO) != 0 ? ProgressStyle::line : ProgressStyle::none;
}

std::function<void(const std::string&)> warn_after(Progress& progress) {
  return [&progress](const std::string& warning) {
    progress.finish();
    print_warning(warning);
  };
}

}  // namespace facsim

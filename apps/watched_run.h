// SPDX-License-Identifier: Apache-2.0
#pragma once
// A run of the library at a terminal: its progress is shown, it stops when it is interrupted, and
// warnings are printed even if an Error follows them.

#include "apps/settings.h"
#include "facsim/report/progress_line.h"
#include "facsim/run_options.h"

namespace facsim {

class WatchedRun {
 public:
  // Shows a progress line on a terminal only, unless --progress or --quiet specify otherwise.
  explicit WatchedRun(const Settings& settings);
  // The hooks for the run; this object must outlive it.
  [[nodiscard]] const RunHooks& hooks() const noexcept { return hooks_; }
  // Clears the line, before anything else is printed.
  void finish() { progress_.finish(); }

 private:
  Progress progress_;
  RunHooks hooks_;
};

}  // namespace facsim

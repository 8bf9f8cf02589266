// SPDX-License-Identifier: Apache-2.0
#pragma once
// A run of the library that somebody waits for at a terminal: its progress is shown, it stops when
// it is interrupted, and warnings that an Error follows are printed.

#include "apps/settings.h"
#include "facsim/report/progress_line.h"
#include "facsim/run_options.h"

namespace facsim {

class WatchedRun {
 public:
  // A line on a terminal, nothing elsewhere, unless --progress or --quiet say otherwise.
  explicit WatchedRun(const Settings& settings);
  // For the run, which this must outlive.
  [[nodiscard]] const RunHooks& hooks() const noexcept { return hooks_; }
  // Wipes the line, before anything else is printed.
  void finish() { progress_.finish(); }

 private:
  Progress progress_;
  RunHooks hooks_;
};

}  // namespace facsim

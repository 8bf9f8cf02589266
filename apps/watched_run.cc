// SPDX-License-Identifier: Apache-2.0
#include "apps/watched_run.h"

#include <unistd.h>

#include <cstdio>

#include "apps/interrupt.h"
#include "apps/output.h"
#include "apps/program_words.h"
#include "apps/read_inputs.h"

namespace facsim {
namespace {

ProgressStyle progress_style(const Settings& settings) {
  if (settings.progress == ProgressChoice::none || settings.quiet) return ProgressStyle::none;
  if (settings.progress == ProgressChoice::json) return ProgressStyle::json;
  return ::isatty(STDERR_FILENO) != 0 ? ProgressStyle::line : ProgressStyle::none;
}

}  // namespace

WatchedRun::WatchedRun(const Settings& settings)
    : progress_(progress_style(settings), stderr),
      hooks_{.progress = [this](const ProgressState& state) { progress_.update(state); },
             .cancelled = &interrupted(),
             .warn =
                 [this](const std::string& warning) {
                   progress_.finish();
                   print_warning(warning);
                 },
             .tell = lock_wait(settings).tell,
             .words = program_words} {}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
// facsim dedup: settings into options, the run, the summary for the person who waits.
#include <cstdio>

#include "apps/commands.h"
#include "apps/inputs.h"
#include "apps/interrupt.h"
#include "apps/output.h"
#include "apps/progress_style.h"
#include "facsim/base/error.h"
#include "facsim/engine/dedup.h"

namespace facsim {
namespace {

void check_usage(const Settings& settings) {
  if (settings.inputs.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "no input given; name files, folders, or - for standard input (see 'facsim help "
                "dedup')");
  }
  if (settings.output.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "no output folder given; add -o OUT (see 'facsim help dedup')");
  }
  if (settings.dedup.update && settings.dedup.against.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "--update adds what is kept to an index; name it with --against IDX");
  }
}

}  // namespace

void run_dedup(const Settings& settings) {
  check_usage(settings);
  require_tmp(settings);
  const DedupOptions options = settings.judged_dedup();

  Progress progress(progress_style(settings), stderr);
  const DedupHooks hooks{
      .progress = [&progress](const ProgressState& state) { progress.update(state); },
      .cancelled = &interrupted(),
      .warn = warn_after(progress)};
  const Summary summary = dedup(settings.inputs, settings.output, options, hooks);
  progress.finish();

  for (const std::string& warning : summary.warnings) print_warning(warning);
  if (settings.quiet) return;
  const std::string text = to_text(summary);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace facsim

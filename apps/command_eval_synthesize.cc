// SPDX-License-Identifier: Apache-2.0
// facsim eval --synthesize: graded edits of pages, with their truth.
#include <cstdio>

#include "apps/command_eval.h"
#include "apps/interrupt.h"
#include "apps/output.h"
#include "apps/progress_style.h"
#include "facsim/base/error.h"
#include "facsim/eval/synthesize.h"
#include "facsim/report/progress.h"
#include "facsim/report/summary.h"

namespace facsim {

void run_eval_synthesize(const Settings& settings) {
  if (settings.output.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "no output folder given; add -o OUT (see 'facsim help eval')");
  }
  const SynthesisOptions options{.seed = settings.eval.seed,
                                 .force = settings.folder.force,
                                 .read = settings.read_options(),
                                 .judge = settings.judged_by(),
                                 .limits = settings.limits};
  Progress progress(progress_style(settings), stderr);
  const RunHooks hooks{
      .progress = [&progress](const ProgressState& state) { progress.update(state); },
      .cancelled = &interrupted(),
      .warn = warn_after(progress)};
  const SynthesisReport report = synthesize(settings.inputs, settings.output, options, hooks);
  progress.finish();
  for (const std::string& warning : report.warnings) print_warning(warning);
  if (settings.quiet) return;
  std::string message = settings.output + ": " + human_count(report.documents) + " documents, " +
                        human_count(report.pairs) + " of them edits of " +
                        human_count(report.pages) + " pages";
  if (report.too_short > 0) message += "; " + human_count(report.too_short) + " pages too short";
  if (report.too_large > 0) message += "; " + human_count(report.too_large) + " pages too large";
  print_message(message);
}

}  // namespace facsim

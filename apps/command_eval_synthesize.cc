// SPDX-License-Identifier: Apache-2.0
// facsim eval --synthesize: makes graded edits of pages, with their truth.
#include "apps/command_eval.h"
#include "apps/output.h"
#include "apps/watched_run.h"
#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/eval/synthesize.h"

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
  WatchedRun watched(settings);
  const SynthesisReport report =
      synthesize(settings.inputs, settings.output, options, watched.hooks());
  watched.finish();
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

// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup.h"

#include "facsim/corpus/inputs.h"
#include "facsim/dedup/run_steps_internal.h"

namespace facsim {
namespace {

// Call after reading.
Summary judge_and_tell(RunSteps& steps, DedupSink& sink) {
  steps.look_up();
  steps.judge();
  steps.tell(sink);
  steps.write_to_index();
  Summary summary = steps.finish(sink);
  steps.commit_index();
  return summary;
}

}  // namespace

Summary dedup(const std::vector<std::string>& inputs, DedupSink& sink, const DedupOptions& options,
              const RunHooks& hooks) {
  RunSteps steps(options, hooks);
  SpooledStdin standard_input(folder_for_stdin(options.limits.tmp), hooks.cancelled);
  steps.read(inputs, find_inputs(inputs, steps.reading(), standard_input));
  return judge_and_tell(steps, sink);
}

Summary dedup(PageSource& pages, DedupSink& sink, const DedupOptions& options,
              const RunHooks& hooks) {
  RunSteps steps(options, hooks);
  steps.read(pages);
  return judge_and_tell(steps, sink);
}

}  // namespace facsim

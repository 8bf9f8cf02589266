// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup.h"

#include "facsim/dedup/matches/kept_run.h"

namespace facsim {

// A run that keeps no pairs.
Summary dedup(const std::vector<std::string>& inputs, DedupSink& sink, const DedupOptions& options,
              const RunHooks& hooks) {
  return KeptRun({}, Matches::none).dedup(inputs, sink, options, hooks);
}

Summary dedup(PageSource& pages, DedupSink& sink, const DedupOptions& options,
              const RunHooks& hooks) {
  return KeptRun({}, Matches::none).dedup(pages, sink, options, hooks);
}

}  // namespace facsim

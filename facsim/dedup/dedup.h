// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages in; for each one out whether it is kept, and if not, which kept page it repeats and how.
//
// Promise: what the sink is told depends on the pages, their order, the index they are compared
// with and whether its files are still there, if there is one, and the options that say so, never
// on threads, memory or packing. Memory: 12 bytes a page always, everything else within
// limits.memory_bytes (the rest spills to limits.tmp), and pages in flight (page_budget.h) beside
// it. Files are read once to judge, and again for pages whose units did not fit the spill.

#include <string>
#include <vector>

#include "facsim/dedup/against.h"
#include "facsim/dedup/sink.h"
#include "facsim/input/record_reader.h"
#include "facsim/model/policy.h"
#include "facsim/page/ready_profile.h"
#include "facsim/page/recipe_tables.h"
#include "facsim/run/run.h"

namespace facsim {

struct DedupOptions {
  // What changes answers.
  ReadOptions read;    // which fields of a record are the page
  ReadyProfile judge;  // when pages are alike
  Policy policy;       // what is done with those that are
  // Pages of this index count as kept before all others. What is kept is added to it with `update`.
  AgainstOptions against;
  double loss_warned = 0.9;  // a host or file that loses more than this share is warned of

  // What it may cost.
  RunLimits limits;
};

// Deduplicates the files that `inputs` name ("-" is standard input). Throws Error.
[[nodiscard]] Summary dedup(const std::vector<std::string>& inputs, DedupSink& sink,
                            const DedupOptions& options, const RunHooks& hooks = {});

// `options.read` with all fields that the run reads.
[[nodiscard]] inline ReadOptions reading_of(const DedupOptions& options) {
  return reading_of(options.read, options.policy, options.judge.profile.recipe);
}

}  // namespace facsim

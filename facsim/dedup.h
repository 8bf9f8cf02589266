// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages in; for each one out whether it is kept, and if not, which kept page it repeats and how.
//
// Promise: what the sink is told depends on the pages, their order, the index they are compared
// with and whether its files are still there, if there is one, and the options that say so, never
// on threads, memory or packing. Memory: 12 bytes a page always, everything else within
// limits.memory_bytes (the rest spills to limits.tmp), and beside it pages in flight, at most half
// as much and the largest page. Files are read once to judge, and again for pages whose units did
// not fit the spill; pages from memory are asked for once, and their units (8 bytes a word) spill
// whatever their number.

#include <chrono>
#include <string>
#include <vector>

#include "facsim/dedup_sink.h"
#include "facsim/model/policy.h"
#include "facsim/model/read_options.h"
#include "facsim/page_source.h"
#include "facsim/ready_profile.h"
#include "facsim/run_options.h"

namespace facsim {

// Which index of pages, and whether it gets what the run keeps.
struct AgainstOptions {
  std::string index = {};  // a folder; empty: none
  bool update = false;     // begins an index where there is none
  // With `update`: how long to wait for another writer. RunHooks::tell hears of it.
  std::chrono::milliseconds wait{10'000};
};

struct DedupOptions {
  // What changes answers.
  ReadOptions read = {};    // which fields of a record are the page
  ReadyProfile judge = {};  // when pages are alike
  Policy policy = {};       // what is done with those that are
  // Pages of this index count as kept before all others. What is kept is added to it with `update`.
  AgainstOptions against = {};
  double loss_warned = 0.9;  // a host or file that loses more than this share is warned of

  // What it may cost.
  RunLimits limits = {};
};

// Deduplicates the files that `inputs` name ("-" is standard input). Throws Error;
// Error{not_found} where there were records and none could be read.
[[nodiscard]] Summary dedup(const std::vector<std::string>& inputs, DedupSink& sink,
                            const DedupOptions& options, const RunHooks& hooks = {});

// The same of what `pages` gives. Pages are named by their id, else by their number; what is longer
// than read.page_bytes_max is skipped and has no answer.
[[nodiscard]] Summary dedup(PageSource& pages, DedupSink& sink, const DedupOptions& options,
                            const RunHooks& hooks = {});

}  // namespace facsim

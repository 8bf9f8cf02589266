// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a whole run is asked for.

#include <chrono>
#include <string>

#include "facsim/model/policy.h"
#include "facsim/model/read_options.h"
#include "facsim/ready_profile.h"
#include "facsim/run_options.h"

namespace facsim {

// Which index of pages, and whether it gets what the run keeps.
struct AgainstOptions {
  std::string index;  // a folder; empty: none
  // Begins an index where there is none. No other program can change the index from the beginning
  // of the run to its end, which may be hours.
  bool update = false;
  // With `update`: how long to wait for another writer, before Error{busy}; max(): for ever.
  // RunHooks::tell hears of it, RunHooks::cancelled ends it.
  std::chrono::milliseconds wait{10'000};
};

struct DedupOptions {
  // What changes answers.
  ReadOptions read = {};    // which fields of a record are the page
  ReadyProfile judge = {};  // when pages are alike
  Policy policy = {};       // what is done with those that are
  // Pages of this index count as kept before all others. What is kept is added to it with `update`.
  AgainstOptions against = {};
  double loss_warned = 0.9;  // 0..1: a host or file that loses more than this share is warned of

  // What it may cost.
  RunLimits limits = {};
};

}  // namespace facsim

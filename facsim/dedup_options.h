// SPDX-License-Identifier: Apache-2.0
#pragma once
// Options of a whole run.

#include <chrono>
#include <string>

#include "facsim/model/policy.h"
#include "facsim/model/read_options.h"
#include "facsim/ready_profile.h"
#include "facsim/run_options.h"

namespace facsim {

// The index of pages to compare with, and whether kept pages are added to it.
struct AgainstOptions {
  std::string index;  // a folder; empty: none
  // Creates the index if it does not exist. No other program can change the index until the run
  // ends, which may take hours.
  bool update = false;
  // With `update`: how long to wait for another writer before Error{busy}; max(): for ever.
  // RunHooks::tell reports the wait, RunHooks::cancelled ends it.
  std::chrono::milliseconds wait{10'000};
};

struct DedupOptions {
  // What changes answers.
  ReadOptions read = {};    // fields of a record that make up the page
  ReadyProfile judge = {};  // when pages are alike
  Policy policy = {};       // what is done with pages that are alike
  // Pages of this index take precedence over all input pages and are always kept. With `update`,
  // the pages that the run keeps are added to it.
  AgainstOptions against = {};
  // 0..1: facsim warns about a host or file that loses more than this share of its pages.
  double loss_warned = 0.9;

  // What changes only the cost.
  RunLimits limits = {};
};

}  // namespace facsim

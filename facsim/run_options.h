// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run may cost, and who watches it. Nothing here changes an answer.

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "facsim/base/cpu.h"
#include "facsim/base/sentence.h"
#include "facsim/model/progress.h"

namespace facsim {

struct RunLimits {
  int threads = 1;  // below 1 is 1; dedup() refuses more than 1024
  // From 64 MiB on, as the program takes it. With less the answer is the same, but a run takes what
  // its threads, tables and largest page need at least.
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;
  // An existing folder for what does not fit into memory. Empty: nothing is written to a disk but
  // standard input, which is copied to the system's folder before it is read, and memory_bytes
  // bounds no more than the pages in flight.
  std::string tmp = {};
  Kernel kernel = best_kernel();
};

struct RunHooks {
  std::function<void(const ProgressState&)> progress = {};  // called from one thread
  const std::atomic<bool>* cancelled = nullptr;             // set: stop with Error{cancelled}
  // What else there is to say before an Error ends the run; otherwise warnings are in the result.
  std::function<void(const std::string&)> warn = {};
  // What is worth knowing while it waits: that another writer has the index.
  std::function<void(const std::string&)> tell = {};
  // The caller's words for settings and actions. They are used in warnings, in the result and in
  // the files that the run writes; an Error is rendered by whoever catches it.
  Words words = plain_words;
};

}  // namespace facsim

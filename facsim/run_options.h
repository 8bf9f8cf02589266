// SPDX-License-Identifier: Apache-2.0
#pragma once
// The resources of a run and its callbacks. Nothing here changes an answer.

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "facsim/base/cpu.h"
#include "facsim/base/sentence.h"
#include "facsim/model/progress.h"

namespace facsim {

struct RunLimits {
  int threads = 1;  // below 1 counts as 1; dedup() refuses more than 1024
  // The program requires at least 64 MiB. With less the answer is the same, but a run takes at
  // least what its threads, tables and largest page need.
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;
  // An existing folder for what does not fit into memory. Empty: only standard input is written to
  // a disk (it is copied to the system's folder before it is read), and memory_bytes limits only
  // the pages in flight.
  std::string tmp = {};
  Kernel kernel = best_kernel();
};

struct RunHooks {
  std::function<void(const ProgressState&)> progress = {};  // called from one thread
  const std::atomic<bool>* cancelled = nullptr;             // if set, stop with Error{cancelled}
  // Called with warnings before an Error ends the run; all other warnings are in the result.
  std::function<void(const std::string&)> warn = {};
  // Called while the run waits, with the reason: another writer holds the index.
  std::function<void(const std::string&)> tell = {};
  // The caller's words for settings and actions. They are used in warnings, in the result and in
  // the files that the run writes; an Error is rendered by whoever catches it.
  Words words = plain_words;
};

}  // namespace facsim

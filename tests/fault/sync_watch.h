// SPDX-License-Identifier: Apache-2.0
#pragma once
// Intercepts every fsync(2) of this process: a test that trusted the code's own report of its syncs
// would not notice a missing one.

#include <functional>

namespace facsim::fault {

class SyncWatch {
 public:
  // Called for each open file that is to be synced, from the thread that syncs; returns true if it
  // needs no real sync. One at a time in a process.
  using Heard = std::function<bool(int file)>;
  explicit SyncWatch(Heard heard);
  ~SyncWatch();
  SyncWatch(const SyncWatch&) = delete;
  SyncWatch& operator=(const SyncWatch&) = delete;
};

}  // namespace facsim::fault

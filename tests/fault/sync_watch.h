// SPDX-License-Identifier: Apache-2.0
#pragma once
// Hears every fsync(2) of this process, whoever calls it: a test that believes what code says of
// its syncs would not notice one that is gone.

#include <functional>

namespace facsim::fault {

class SyncWatch {
 public:
  // Called for each open file that is to be synced, from the thread that does; true: it needs no
  // real sync. One at a time in a process.
  using Heard = std::function<bool(int file)>;
  explicit SyncWatch(Heard heard);
  ~SyncWatch();
  SyncWatch(const SyncWatch&) = delete;
  SyncWatch& operator=(const SyncWatch&) = delete;
};

}  // namespace facsim::fault

// SPDX-License-Identifier: Apache-2.0
// Loaded before a program (LD_PRELOAD): each of its syncs takes FACSIM_SYNC_US microseconds longer,
// as on a disk with real sync times. bench/whole/service_sync.py runs it.

#include <dlfcn.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace {

using Sync = int (*)(int);

int slow(const char* name, int file) {
  static const char* const wanted = std::getenv("FACSIM_SYNC_US");
  static const std::chrono::microseconds more(wanted == nullptr ? 0 : std::atol(wanted));
  std::this_thread::sleep_for(more);
  return reinterpret_cast<Sync>(dlsym(RTLD_NEXT, name))(file);
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) int fsync(int file) { return slow("fsync", file); }
__attribute__((visibility("default"))) int fdatasync(int file) { return slow("fdatasync", file); }
}

// SPDX-License-Identifier: Apache-2.0
#include "tests/fault/sync_watch.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cassert>
#include <memory>
#include <mutex>
#include <utility>

namespace facsim::fault {

namespace {

std::mutex hearing;

std::shared_ptr<SyncWatch::Heard>& heard_by() {
  static std::shared_ptr<SyncWatch::Heard> heard;
  return heard;
}

}  // namespace

SyncWatch::SyncWatch(Heard heard) {
  const std::lock_guard hold(hearing);
  assert(!heard_by() && "one at a time");
  heard_by() = std::make_shared<Heard>(std::move(heard));
}

SyncWatch::~SyncWatch() {
  const std::lock_guard hold(hearing);
  heard_by().reset();
}

}  // namespace facsim::fault

// Replaces the function of the C library, in this program and in the libraries that it loads.
extern "C" int fsync(int file) {
  std::shared_ptr<facsim::fault::SyncWatch::Heard> heard;
  {
    const std::lock_guard hold(facsim::fault::hearing);
    heard = facsim::fault::heard_by();
  }
  if (heard && (*heard)(file)) return 0;
  return static_cast<int>(::syscall(SYS_fsync, file));
}

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The state of the disk that the files of a row store share: is it full, and did a sync fail?
//
// A write that finds the disk full loses nothing, because it was not acknowledged yet. After
// begin_waiting() such a write sleeps and is retried until it succeeds. RocksDB does not see the
// error. If it did, it would have to open its files again, and Debian's build, which has
// assertions, would end the process at the next write to the same file.
//
// A failed sync is never retried: the system may have dropped the bytes, although a later sync
// reports success (Rebello et al., Can applications recover from fsync failures?, USENIX ATC 2020).
// The store must be opened again, and then reads what is really on the disk.
//
// Callable from any thread.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <utility>

namespace facsim {

class DiskSpace {
 public:
  // Called with the reason when the first write begins to wait, and with "" when the last one has
  // ended. This class holds its lock during the call. Before begin_waiting(), writes fail at once.
  using Change = std::function<void(const std::string& why)>;
  void begin_waiting(Change change) {
    const std::lock_guard hold(mutex_);
    change_ = std::move(change);
    waits_ = true;
  }
  // Makes waiting writes and all later ones fail. `change` is not called again.
  void end_waiting() {
    {
      const std::lock_guard hold(mutex_);
      change_ = nullptr;
      waits_ = false;
    }
    ended_.notify_all();
  }

  // The wait of one write, from its first failure until it succeeds or fails for good.
  class Wait {
   public:
    explicit Wait(DiskSpace& space) : space_(space) {}
    ~Wait() {
      if (is_counted_) space_.leave();
    }
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;
    // Sleeps, longer each time. Returns false if the write must not be retried.
    [[nodiscard]] bool rest(const std::string& why) {
      if (!is_counted_ && !space_.enter(why)) return false;
      is_counted_ = true;
      const auto time = std::exchange(rest_, std::min(2 * rest_, kRestMax));
      return space_.sleep(time);
    }

   private:
    static constexpr std::chrono::milliseconds kRestMax{1000};
    DiskSpace& space_;
    bool is_counted_ = false;
    std::chrono::milliseconds rest_{20};
  };

  void note_failed_sync() noexcept { has_failed_sync_ = true; }
  [[nodiscard]] bool has_failed_sync() const noexcept { return has_failed_sync_; }

 private:
  [[nodiscard]] bool enter(const std::string& why) {
    const std::lock_guard hold(mutex_);
    if (!waits_) return false;
    if (++waiting_ == 1 && change_) change_(why);
    return true;
  }
  void leave() {
    const std::lock_guard hold(mutex_);
    if (--waiting_ == 0 && change_) change_({});
  }
  [[nodiscard]] bool sleep(std::chrono::milliseconds time) {
    std::unique_lock hold(mutex_);
    return !ended_.wait_for(hold, time, [this] { return !waits_; });
  }

  std::atomic<bool> has_failed_sync_ = false;
  std::mutex mutex_;
  std::condition_variable ended_;
  Change change_;
  bool waits_ = false;
  int waiting_ = 0;
};

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the files of a row store share about their disk: is it full, and did a sync fail?
//
// A write that finds no room has promised nothing yet, so where that is wanted it waits in its file
// until there is room, and is then made whole. RocksDB never hears of it: after an error it would
// want its files opened anew, and Debian's, which has its assertions, would end the process if a
// file were used again. A failed sync is another matter: what the system had to write then may be
// lost though a later sync says that all is well (Rebello et al., Can applications recover from
// fsync failures?, USENIX ATC 2020). Nothing is certain then but what a new start finds.
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
  // Told why, when the first write has to wait, and "" when none does any more; called with a lock
  // of this class. Until begin_waiting() writes fail at once.
  using Change = std::function<void(const std::string& why)>;
  void begin_waiting(Change change) {
    const std::lock_guard hold(mutex_);
    change_ = std::move(change);
    waits_ = true;
  }
  // Those that wait fail, and so do later ones; `change` is not called any more.
  void end_waiting() {
    {
      const std::lock_guard hold(mutex_);
      change_ = nullptr;
      waits_ = false;
    }
    ended_.notify_all();
  }

  // Of one write, from its first failure to its end.
  class Wait {
   public:
    explicit Wait(DiskSpace& space) : space_(space) {}
    ~Wait() {
      if (is_counted_) space_.leave();
    }
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;
    // False: it is not to be tried again.
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

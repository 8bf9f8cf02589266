// SPDX-License-Identifier: Apache-2.0
#pragma once
// Long calls that Ctrl-C can end. A separate thread does the work; the calling thread waits for it,
// since only that thread can check for signals and run the caller's Python code.

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "bind.h"
#include "facsim/page_source.h"
#include "facsim/run_options.h"

namespace facsim::python {

class Watched {
 public:
  // Sets `cancelled`, and `other` if given, when a signal or in_caller() raised.
  explicit Watched(std::atomic<bool>& cancelled, std::atomic<bool>* other = nullptr)
      : cancelled_(cancelled), other_(other) {}

  // Runs the work without the interpreter's lock, which the caller holds, and returns its result.
  // Throws what a signal or in_caller() raised, else what the work throws.
  template <class Work>
  auto run(const Work& work) {
    using Made = std::invoke_result_t<const Work&>;
    if constexpr (std::is_void_v<Made>) {
      do_all(work);
    } else {
      std::optional<Made> made;
      do_all([&] { made.emplace(work()); });
      return std::move(*made);
    }
  }
  // Called by the work: lets the calling thread make the call, with the lock. Throws
  // Error{cancelled} if the call or an earlier one raised.
  void in_caller(const std::function<void()>& call);
  // The hooks for a run of the core as the work. `progress` is None, or is called in the calling
  // thread with stage, pages and total pages, at most ten times a second.
  [[nodiscard]] RunHooks hooks(nanobind::handle progress);

 private:
  void do_all(const std::function<void()>& work);
  // Returns true if the call was made and nothing raised.
  [[nodiscard]] bool is_made(const std::function<void()>& call);
  // Checks for signals, then makes the call. Returns what either raised. Needs the lock.
  [[nodiscard]] std::exception_ptr serve(const std::function<void()>* call) const;

  std::atomic<bool>& cancelled_;
  std::atomic<bool>* other_;
  std::mutex turn_;   // held by the thread whose call is made
  std::mutex mutex_;  // guards all members below
  std::condition_variable changed_;
  const std::function<void()>* asked_ = nullptr;
  std::exception_ptr raised_;  // written by the calling thread only
  bool is_done_ = false;
  std::chrono::steady_clock::time_point told_;  // the last time that hooks() reported
};

// Rows of Python objects (rows.h), read in the calling thread some hundred at a time.
class CallerRows final : public PageSource {
 public:
  CallerRows(PageSource& rows, Watched& watched) : rows_(rows), watched_(watched) {}
  bool next(Page& page) override;

 private:
  void fill();

  PageSource& rows_;
  Watched& watched_;
  std::vector<Page> pages_;
  std::size_t next_ = 0;
  std::size_t filled_ = 0;
  bool is_over_ = false;
};

// Orders the calls of an object that threads share: a change runs alone, other calls run side by
// side.
class Turns {
 public:
  // All functions need the interpreter's lock and release it while they wait; a signal ends the
  // wait. They throw Error{busy} if this thread is inside a change (in on_wait, or in a row of a
  // source).
  template <class Work>
  auto beside(const Work& work) {
    require_no_change_here();
    std::shared_lock lock(mutex_, std::defer_lock);
    wait_for(lock);
    return unlocked(work);
  }
  // `on_wait`, None or a function, receives the sentence of told(). `stop` is set together with the
  // flag.
  void change(nanobind::handle on_wait, const std::function<void()>& work,
              std::atomic<bool>* stop = nullptr);

  // For the running change: its flag, and its messages.
  [[nodiscard]] const std::atomic<bool>& cancelled() const noexcept { return cancelled_; }
  void told(const std::string& sentence);
  [[nodiscard]] Watched& watched() noexcept { return *watched_; }

 private:
  void require_no_change_here() const;
  template <class Lock>
  void wait_for(Lock& lock) {
    while (!try_for_a_while(lock)) check_signals();
  }
  template <class Lock>
  static bool try_for_a_while(Lock& lock) {
    if (lock.try_lock()) return true;
    const CallInProgress call;
    const nanobind::gil_scoped_release released;
    return lock.try_lock_for(std::chrono::milliseconds(50));
  }

  std::shared_timed_mutex mutex_;
  std::atomic<std::thread::id> owner_;
  std::atomic<bool> cancelled_ = false;
  nanobind::handle on_wait_;
  Watched* watched_ = nullptr;
};

}  // namespace facsim::python

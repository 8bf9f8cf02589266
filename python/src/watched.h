// SPDX-License-Identifier: Apache-2.0
#pragma once
// Long calls that Ctrl-C ends: the work is done in a thread of its own, while the calling thread,
// which alone hears of signals and runs the caller's Python code, waits for it.

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
  // Sets the flag, and the other one, where a signal or in_caller() raised.
  explicit Watched(std::atomic<bool>& cancelled, std::atomic<bool>* other = nullptr)
      : cancelled_(cancelled), other_(other) {}

  // Does the work without the interpreter's lock, which the caller has, and returns what it gives.
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
  // Of the work: has the call made by the calling thread, with the lock. Throws Error{cancelled}
  // where it raised, or something did before.
  void in_caller(const std::function<void()>& call);
  // For a run of the core that is the work. `progress` is None, or is called in the calling thread
  // with stage, pages and pages in all, ten times a second at most.
  [[nodiscard]] RunHooks hooks(nanobind::handle progress);

 private:
  void do_all(const std::function<void()>& work);
  // Whether it was made, and nothing raised.
  [[nodiscard]] bool is_made(const std::function<void()>& call);
  // Looks for signals, and makes the call; what either raised. With the lock.
  [[nodiscard]] std::exception_ptr serve(const std::function<void()>* call) const;

  std::atomic<bool>& cancelled_;
  std::atomic<bool>* other_;
  std::mutex turn_;   // of who has a call made
  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  const std::function<void()>* asked_ = nullptr;
  std::exception_ptr raised_;  // the calling thread alone writes it
  bool is_done_ = false;
  std::chrono::steady_clock::time_point told_;  // of hooks()
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

// The calls of one object that threads share: changes one at a time, others side by side beside
// none of them.
class Turns {
 public:
  // All with the interpreter's lock, and give it up while they wait; a signal ends that. Throw
  // Error{busy} where this thread is in the middle of a change (in on_wait, or a row of a source).
  template <class Work>
  auto beside(const Work& work) {
    require_no_change_here();
    std::shared_lock lock(mutex_, std::defer_lock);
    wait_for(lock);
    return unlocked(work);
  }
  // `on_wait`, None or a function, gets the sentence of told(). `stop` is set beside the flag.
  void change(nanobind::handle on_wait, const std::function<void()>& work,
              std::atomic<bool>* stop = nullptr);

  // Of the change at work: its flag, and what it has to tell.
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

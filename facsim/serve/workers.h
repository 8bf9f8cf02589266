// SPDX-License-Identifier: Apache-2.0
#pragma once
// Threads for what waits: a durable change waits for the disk, and many that wait together share
// one wait. What finds the queue full is refused at once. Of idle threads the one that was busy
// last is called, since what it needs is in the caches yet: few requests keep few threads busy.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace facsim {

class Workers {
 public:
  Workers(std::size_t threads, std::size_t queue_max);
  ~Workers();  // does what is in the queue first
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Runs it on one of the threads; it may not throw. False: the queue is full.
  [[nodiscard]] bool submit(std::function<void()> task);
  [[nodiscard]] std::size_t queued() const;
  // Nothing waits and nothing is being done.
  [[nodiscard]] bool are_idle() const noexcept { return unfinished_ == 0; }

 private:
  struct Idle {
    std::condition_variable wakes;
    bool is_called = false;
  };

  void run(Idle& own);

  const std::size_t queue_max_;
  mutable std::mutex mutex_;
  std::deque<std::function<void()>> queue_;
  std::deque<Idle> all_;     // one for each thread; addresses stay
  std::vector<Idle*> idle_;  // in the order in which they became idle
  bool is_stopping_ = false;
  std::atomic<std::size_t> unfinished_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Threads for work that waits: a durable change waits for the disk, and concurrent ones share one
// wait. A task is refused at once if the queue is full. The idle thread that was busy last is woken
// first, because its data is still in the caches: few requests keep few threads busy.

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
  ~Workers();  // completes the queue first
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Runs the task on one of the threads; it may not throw. Returns false if the queue is full.
  [[nodiscard]] bool submit(std::function<void()> task);
  [[nodiscard]] std::size_t queued() const;
  // True if no task is queued or running.
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
  std::deque<Idle> all_;     // one for each thread; addresses are stable
  std::vector<Idle*> idle_;  // in the order in which they became idle
  bool is_stopping_ = false;
  std::atomic<std::size_t> unfinished_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/workers.h"

#include <utility>

namespace facsim {

Workers::Workers(std::size_t threads, std::size_t queue_max) : queue_max_(queue_max) {
  threads_.reserve(threads);
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  wakes_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Workers::submit(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    if (queue_.size() >= queue_max_) return false;
    queue_.push_back(std::move(task));
  }
  wakes_.notify_one();
  return true;
}

std::size_t Workers::queued() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

void Workers::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wakes_.wait(lock, [this] { return is_stopping_ || !queue_.empty(); });
    if (queue_.empty()) return;
    const std::function<void()> task = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    task();
    lock.lock();
  }
}

}  // namespace facsim

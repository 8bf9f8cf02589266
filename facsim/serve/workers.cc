// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/workers.h"

#include <utility>

namespace facsim {

Workers::Workers(std::size_t threads, std::size_t queue_max) : queue_max_(queue_max) {
  threads_.reserve(threads);
  idle_.reserve(threads);
  for (std::size_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this, &own = all_.emplace_back()] { run(own); });
  }
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  for (Idle& each : all_) each.wakes.notify_one();
  for (std::thread& thread : threads_) thread.join();
}

bool Workers::submit(std::function<void()> task) {
  Idle* called = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (queue_.size() >= queue_max_) return false;
    queue_.push_back(std::move(task));
    ++unfinished_;
    if (!idle_.empty()) {
      called = idle_.back();
      idle_.pop_back();
      called->is_called = true;
    }
  }
  if (called != nullptr) called->wakes.notify_one();
  return true;
}

std::size_t Workers::queued() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

void Workers::run(Idle& own) {
  std::unique_lock lock(mutex_);
  while (true) {
    while (queue_.empty()) {
      if (is_stopping_) return;
      own.is_called = false;
      idle_.push_back(&own);
      own.wakes.wait(lock, [this, &own] { return own.is_called || is_stopping_; });
    }
    const std::function<void()> task = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    task();
    --unfinished_;
    lock.lock();
  }
}

}  // namespace facsim

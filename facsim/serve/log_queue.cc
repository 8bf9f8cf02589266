// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/log_queue.h"

#include <utility>

namespace facsim {
namespace {

constexpr std::size_t kLinesMax = 10'000;

}  // namespace

LogQueue::LogQueue(std::function<void(const std::string&)> write)
    : write_(std::move(write)), thread_([this] { run(); }) {}

LogQueue::~LogQueue() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  wakes_.notify_one();
  thread_.join();
}

void LogQueue::add(std::string line) {
  {
    const std::lock_guard lock(mutex_);
    if (lines_.size() >= kLinesMax) {
      ++dropped_;
      return;
    }
    lines_.push_back(std::move(line += '\n'));
  }
  wakes_.notify_one();
}

std::uint64_t LogQueue::dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

void LogQueue::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wakes_.wait(lock, [this] { return is_stopping_ || !lines_.empty(); });
    if (lines_.empty()) return;
    std::deque<std::string> lines;
    lines.swap(lines_);
    lock.unlock();
    for (const std::string& line : lines) write_(line);
    lock.lock();
  }
}

}  // namespace facsim

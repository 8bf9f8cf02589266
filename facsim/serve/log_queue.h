// SPDX-License-Identifier: Apache-2.0
#pragma once
// A queue of log lines, written by a thread of its own, so that a slow or absent reader of the log
// delays no request. Lines are dropped and counted if the queue is full.

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace facsim {

class LogQueue {
 public:
  // `write` is called from that thread, with a line that ends in "\n"; it may not throw.
  explicit LogQueue(std::function<void(const std::string& line)> write);
  ~LogQueue();  // writes the remaining lines
  LogQueue(const LogQueue&) = delete;
  LogQueue& operator=(const LogQueue&) = delete;

  void add(std::string line);  // without a line end
  [[nodiscard]] std::uint64_t dropped() const;

 private:
  void run();

  std::function<void(const std::string&)> write_;
  mutable std::mutex mutex_;
  std::condition_variable wakes_;
  std::deque<std::string> lines_;
  std::uint64_t dropped_ = 0;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace facsim

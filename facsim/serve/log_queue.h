// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lines of the log on their way out, written by a thread of their own: a reader of the log that is
// slow or gone holds nobody up. Lines that find the queue full are dropped and counted.

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
  // `write` is called from the one thread, with a line that ends in "\n"; it may not throw.
  explicit LogQueue(std::function<void(const std::string& line)> write);
  ~LogQueue();  // writes what is there
  LogQueue(const LogQueue&) = delete;
  LogQueue& operator=(const LogQueue&) = delete;

  void add(std::string line);  // without its end
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

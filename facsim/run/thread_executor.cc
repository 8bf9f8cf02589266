// SPDX-License-Identifier: Apache-2.0
#include "facsim/run/thread_executor.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace facsim {

void ThreadExecutor::run(std::size_t pieces, const std::function<void(std::size_t)>& piece) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    for (std::size_t i = next++; i < pieces; i = next++) {
      try {
        piece(i);
      } catch (...) {
        const std::lock_guard lock(failure_mutex);
        if (!failure) failure = std::current_exception();
        next = pieces;  // other threads may increment it further, and begin nothing
      }
    }
  };
  std::vector<std::thread> others;
  const std::size_t threads = std::min(static_cast<std::size_t>(threads_), pieces);
  try {
    while (others.size() + 1 < threads) others.emplace_back(work);
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
    // The system cannot start more threads; with the running ones the result is the same.
  }
  work();
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace facsim

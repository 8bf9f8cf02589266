// SPDX-License-Identifier: Apache-2.0
#pragma once
// An executor with its own threads, like the one in run/.

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "facsim/base/executor.h"

namespace facsim {

class ThreadExecutor final : public Executor {
 public:
  explicit ThreadExecutor(std::size_t threads) : threads_(threads) {}

  void run(std::size_t pieces, const std::function<void(std::size_t)>& piece) override {
    if (pieces == 1) return piece(0);
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex mutex;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < std::min(threads_, pieces); ++t) {
      threads.emplace_back([&] {
        for (std::size_t i = next++; i < pieces; i = next++) {
          try {
            piece(i);
          } catch (...) {
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
            next = pieces;
          }
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    if (failure) std::rethrow_exception(failure);
  }

 private:
  std::size_t threads_;
};

}  // namespace facsim

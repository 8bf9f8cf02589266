// SPDX-License-Identifier: Apache-2.0
#pragma once
// Deletes pages older than an age from all collections, in a thread of its own, as `facsim store
// retain --age` does. It takes small steps and sleeps after each for several times as long, so that
// a request hardly ever waits for it, and it uses a fifth of a core at most.
//
// It runs again after a 24th of the age, at least every hour.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/serve/collections.h"

namespace facsim {

struct RetentionFigures {
  std::uint64_t deleted = 0;  // pages, since the service began
  bool is_running = false;
};

class Retention {
 public:
  struct Options {
    std::chrono::seconds age{};
    bool by_last_seen = false;
    // Called with the number of deleted pages, if any, and with the reason if it failed.
    std::function<void(std::string_view level, const Sentence& what)> log = {};
  };
  // `collections` must outlive this.
  Retention(Collections& collections, Options options);
  ~Retention();  // ends after the current step; the next start deletes the rest
  Retention(const Retention&) = delete;
  Retention& operator=(const Retention&) = delete;

  [[nodiscard]] RetentionFigures figures() const noexcept {
    return {.deleted = deleted_, .is_running = is_running_};
  }

 private:
  void run();
  [[nodiscard]] std::vector<std::string> names() const;
  void delete_old(Collection& collection);
  void rest(const Collection& collection, std::chrono::nanoseconds took);

  Collections& collections_;
  const Options options_;
  std::atomic<std::uint64_t> deleted_ = 0;
  std::atomic<bool> is_running_ = false;
  std::mutex mutex_;
  std::condition_variable wakes_;
  bool is_stopping_ = false;
  std::string said_;  // the last failure, so that it is logged only once
  std::thread thread_;
};

}  // namespace facsim

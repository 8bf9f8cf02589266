// SPDX-License-Identifier: Apache-2.0
#pragma once
// A store of pages as Python holds it: open until it is closed, and shared by all threads of one
// process.

#include <sys/types.h>

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "facsim/seen.h"

namespace facsim::python {

// The pages, or their bytes, that are looked up at once; signals are checked afterwards.
inline constexpr std::size_t kPagesAtOnce = 256;
inline constexpr std::size_t kBytesAtOnce = std::size_t{4} << 20;

// All functions need the interpreter's lock, which they release while they wait.
class HeldStore {
 public:
  HeldStore(const std::string& folder, SeenStoreOptions options);
  // Closes the store, except in a forked process, which does not own it.
  ~HeldStore();
  HeldStore(const HeldStore&) = delete;
  HeldStore& operator=(const HeldStore&) = delete;

  // Keeps the store open during a call. Throws Error{invalid_argument} if the store is closed,
  // {unsupported} in a forked process, which has neither the threads of the store nor the lock of
  // its folder.
  class Use {
   public:
    explicit Use(HeldStore& held);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    [[nodiscard]] SeenStore& store() const { return *held_.store_; }

   private:
    HeldStore& held_;
  };

  // Waits for the running calls. A signal ends the wait, and the store stays open. Throws
  // Error{busy} if this thread is inside such a call.
  void close();
  [[nodiscard]] bool is_closed() const;
  [[nodiscard]] const SeenSettings& settings() const noexcept { return settings_; }
  // The warnings of the store since the last call.
  [[nodiscard]] std::vector<std::string> take_warnings();

 private:
  struct Warnings {
    std::mutex mutex;
    std::vector<std::string> sentences;
  };

  // Takes the store if no call is running; waits for that for a while.
  [[nodiscard]] bool take_idle(std::unique_ptr<SeenStore>& taken);

  const pid_t process_;
  const std::shared_ptr<Warnings> warnings_ = std::make_shared<Warnings>();
  SeenSettings settings_;
  mutable std::mutex mutex_;  // guards all below; its holder never waits for Python's lock
  std::condition_variable idle_;
  std::multiset<std::thread::id> users_;
  bool is_closing_ = false;
  std::unique_ptr<SeenStore> store_;
};

}  // namespace facsim::python

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A store of pages as Python holds it: open until it is closed, for all threads of one process.

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

// So many pages, or bytes of them, are asked at once: then it is looked for signals.
inline constexpr std::size_t kPagesAtOnce = 256;
inline constexpr std::size_t kBytesAtOnce = std::size_t{4} << 20;

// All with the interpreter's lock, which is given up where something is waited for.
class HeldStore {
 public:
  HeldStore(const std::string& folder, SeenStoreOptions options);
  // Closes the store, but not in a forked process, where it is another's.
  ~HeldStore();
  HeldStore(const HeldStore&) = delete;
  HeldStore& operator=(const HeldStore&) = delete;

  // Keeps the store open while a call is at work. Throws Error{invalid_argument} where it is
  // closed, {unsupported} in a forked process: its threads and the lock of its folder are not
  // there.
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

  // Waits for the calls at work; a signal ends that, and the store stays open. Throws Error{busy}
  // where this thread is in the middle of one.
  void close();
  [[nodiscard]] bool is_closed() const;
  [[nodiscard]] const SeenSettings& settings() const noexcept { return settings_; }
  // What the store said since they were taken last.
  [[nodiscard]] std::vector<std::string> take_warnings();

 private:
  struct Warnings {
    std::mutex mutex;
    std::vector<std::string> sentences;
  };

  // Takes the store where no call is at work; waits a while for that.
  [[nodiscard]] bool take_idle(std::unique_ptr<SeenStore>& taken);

  const pid_t process_;
  const std::shared_ptr<Warnings> warnings_ = std::make_shared<Warnings>();
  SeenSettings settings_;
  mutable std::mutex mutex_;  // of all below; who has it does not wait for the interpreter's
  std::condition_variable idle_;
  std::multiset<std::thread::id> users_;
  bool is_closing_ = false;
  std::unique_ptr<SeenStore> store_;
};

}  // namespace facsim::python

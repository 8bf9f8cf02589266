// SPDX-License-Identifier: Apache-2.0
#pragma once
// Helpers for the objects that hold an index open (PageIndex, HammingFolder) and change it:
// wait for other writers, check for cancellation, and load the committed state.

#include <atomic>
#include <functional>
#include <string>

#include "facsim/base/error.h"
#include "facsim/store/writer_lock.h"

namespace facsim {

// Returns a function that throws Error{cancelled} once the flag is set; empty if there is no flag.
[[nodiscard]] inline std::function<void()> stop_check(const std::atomic<bool>* cancelled) {
  if (cancelled == nullptr) return {};
  return [cancelled] {
    if (cancelled->load(std::memory_order_relaxed)) {
      throw Error{ErrorCode::cancelled, "stopped; nothing was changed"};
    }
  };
}

inline void throw_if_set(const std::atomic<bool>* cancelled) {
  if (const std::function<void()> check = stop_check(cancelled)) check();
}

// `options` are those of either object.
template <class Options>
[[nodiscard]] LockWait lock_wait_of(const Options& options) {
  return {.at_most = options.wait, .tell = options.on_wait, .check = stop_check(options.cancelled)};
}

// Call after a commit, which holds whatever happens here: if `take_over` throws, throws
// Error{committed}.
template <class TakeOver>
void see_own_change(const std::string& folder, const TakeOver& take_over) {
  try {
    take_over();
  } catch (const std::exception& failed) {
    throw Error{ErrorCode::committed,
                "the change is made, but cannot be seen yet (" + std::string(failed.what()) +
                    "); do not make it again, refresh",
                folder};
  }
}

}  // namespace facsim

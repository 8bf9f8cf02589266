// SPDX-License-Identifier: Apache-2.0
#pragma once
// The reason why segments of a collection cannot be written, as last reported by its store.
//
// A store reports a failure once, and retries by itself; its success is visible in the number of
// rows in segments. Callable from any thread.

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace facsim {

class Trouble {
 public:
  void set(std::string sentence) {
    const std::lock_guard lock(mutex_);
    sentence_ = std::move(sentence);
    sealed_to_.reset();
  }

  // Returns an empty string if no failure was reported, or if `sealed_to` has changed since the
  // first call after it.
  [[nodiscard]] std::string standing(std::uint64_t sealed_to) {
    const std::lock_guard lock(mutex_);
    if (sealed_to_ && *sealed_to_ != sealed_to) sentence_.clear();
    sealed_to_ = sealed_to;
    return sentence_;
  }

 private:
  std::mutex mutex_;
  std::string sentence_;
  std::optional<std::uint64_t> sealed_to_;
};

}  // namespace facsim

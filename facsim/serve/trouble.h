// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why no segment of a collection can be written at the moment, as its store said last.
//
// A store says that once, and tries again by itself; that it went well shows in the rows that are
// in segments. Callable from any thread.

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

  // Empty where none was said, or more rows are in segments than when this was asked first.
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

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Is there room on the disk for more pages? Once the disk is full, a store cannot even delete: a
// deletion is a write, and frees room only after segments are merged and rows are compacted. So
// this refuses new pages earlier, while there is still room for that (--free-disk).
//
// It measures at most once a second, which takes some 20 us. Callable from any thread.

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "facsim/serve/collections.h"

namespace facsim {

struct DiskRoom {
  std::optional<std::uint64_t> free = {};  // empty if the system cannot say
  std::uint64_t needed = 0;  // what segments, merges and compactions of all collections may write
};

class DiskGuard {
 public:
  // There is room while `free_min` bytes are free on top of what is needed. With 0 there always is.
  DiskGuard(Collections& collections, std::uint64_t free_min)
      : collections_(collections), free_min_(free_min) {}

  // False if require_room() would throw.
  [[nodiscard]] bool has_room();
  // Throws Refused{507} with what is free, what is required, and the remedy.
  void require_room();
  [[nodiscard]] DiskRoom room();
  [[nodiscard]] std::uint64_t free_min() const noexcept { return free_min_; }

 private:
  [[nodiscard]] bool allows(const DiskRoom& now) const noexcept;

  Collections& collections_;
  const std::uint64_t free_min_;
  std::mutex mutex_;
  DiskRoom room_;
  std::optional<std::chrono::steady_clock::time_point> looked_;
};

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Refuses new pages before the disk is full. On a full disk a store cannot even delete: a deletion
// is a write, and frees space only after segments are merged and rows are compacted. So new pages
// are refused while there is still space for that (--free-disk).
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
  std::optional<std::uint64_t> free = {};  // empty if the system does not report it
  // The bytes that segments, merges and compactions of all collections may write.
  std::uint64_t needed = 0;
};

class DiskGuard {
 public:
  // There is enough space while `free_min` bytes are free in addition to what is needed. With 0
  // there always is.
  DiskGuard(Collections& collections, std::uint64_t free_min)
      : collections_(collections), free_min_(free_min) {}

  // False if require_room() would throw.
  [[nodiscard]] bool has_room();
  // Throws Refused{507} with the free space, the required space, and the remedy.
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

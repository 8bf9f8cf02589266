// SPDX-License-Identifier: Apache-2.0
#pragma once
// Is there room on the disk for more pages? A store that fills its disk takes no changes until
// somebody makes room; this refuses what adds before, while there is still room to merge segments
// and to compact rows, without which deleting pages frees nothing.
//
// Asks the system and the stores once a second at most: some 20 us. Callable from any thread.

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "facsim/serve/collections.h"

namespace facsim {

struct DiskRoom {
  std::optional<std::uint64_t> free = {};  // nothing where the system does not say it
  std::uint64_t needed = 0;                // by segments, merges and compactions of all collections
};

class DiskGuard {
 public:
  // Below `free_min` bytes beside what is needed there is no room; 0: there always is.
  DiskGuard(Collections& collections, std::uint64_t free_min)
      : collections_(collections), free_min_(free_min) {}

  // Throws Refused{507} that says what is free, what is wanted, and what helps.
  void require_room();
  [[nodiscard]] DiskRoom room();
  [[nodiscard]] std::uint64_t free_min() const noexcept { return free_min_; }

 private:
  Collections& collections_;
  const std::uint64_t free_min_;
  std::mutex mutex_;
  DiskRoom room_;
  std::optional<std::chrono::steady_clock::time_point> looked_;
};

}  // namespace facsim

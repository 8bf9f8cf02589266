// SPDX-License-Identifier: Apache-2.0
#include "facsim/run/run.h"

#include <algorithm>

#include "facsim/base/error.h"

namespace facsim {

Run::Run(RunLimits limits, const RunHooks& hooks, Scratch& scratch)
    : limits_(std::move(limits)),
      memory_bytes_(limits_.memory_bytes),
      hooks_(hooks),
      scratch_(scratch) {
  limits_.threads = std::max(1, limits_.threads);
}

void Run::throw_if_cancelled() const {
  if (hooks_.cancelled != nullptr && hooks_.cancelled->load(std::memory_order_relaxed)) {
    throw Error(ErrorCode::cancelled, "stopped; nothing was written");
  }
}

void Run::set_aside(std::uint64_t bytes) noexcept {
  memory_bytes_ -= std::min(bytes, memory_bytes_ / 2);
}

void Run::end_stage(std::string name, std::uint64_t pages, std::uint64_t bytes) {
  const auto now = std::chrono::steady_clock::now();
  stages_.push_back(
      {std::move(name), std::chrono::duration<double>(now - stage_began_).count(), pages, bytes});
  seconds_ = std::chrono::duration<double>(now - began_).count();
  stage_began_ = now;
}

void Run::say_warnings() const {
  if (hooks_.warn) std::ranges::for_each(warnings_, hooks_.warn);
}

}  // namespace facsim

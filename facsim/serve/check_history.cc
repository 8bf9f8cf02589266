// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/check_history.h"

#include <algorithm>

namespace facsim {
namespace {

constexpr std::chrono::minutes kMinute{1};

}  // namespace

std::uint64_t CheckHistory::minute_of(Time now) const {
  return now <= begun_ ? 0 : static_cast<std::uint64_t>((now - begun_) / kMinute);
}

void CheckHistory::look(Time now, const CheckCounts& totals) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t minute = std::max(minute_, minute_of(now));
  // After a silence longer than the ring, every place is cleared only once.
  if (minute - minute_ > kMinutesMax) minute_ = minute - kMinutesMax;
  while (minute_ < minute) ring_[++minute_ % kMinutesMax] = {};
  CheckCounts& under_way = ring_[minute_ % kMinutesMax];
  for (std::size_t i = 0; i < totals.size(); ++i) {
    // Two threads may deliver their totals in another order than they read them.
    if (totals[i] <= totals_[i]) continue;
    under_way[i] += totals[i] - totals_[i];
    totals_[i] = totals[i];
  }
}

CheckHistory::Minutes CheckHistory::last(std::size_t most, Time now) const {
  const std::lock_guard lock(mutex_);
  const std::uint64_t there = std::min<std::uint64_t>(minute_ + 1, kMinutesMax);
  const std::uint64_t count = std::min<std::uint64_t>(there, std::max<std::size_t>(most, 1));
  Minutes minutes;
  minutes.first = minute_ + 1 - count;
  for (std::uint64_t i = minutes.first; i <= minute_; ++i) {
    minutes.counts.push_back(ring_[i % kMinutesMax]);
  }
  minutes.age = std::max(now, begun_) - begun_ - minutes.first * kMinute;
  minutes.totals = totals_;
  return minutes;
}

}  // namespace facsim

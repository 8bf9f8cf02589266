// SPDX-License-Identifier: Apache-2.0
#include "bench/index/timing.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ctime>

namespace facsim::bench {

double thread_ns() {
  timespec now{};
  (void)::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

double wall_ns() {
  const std::chrono::duration<double, std::nano> since =
      std::chrono::steady_clock::now().time_since_epoch();
  return since.count();
}

double wall_overhead_ns() {
  static const double overhead = [] {
    std::vector<double> empty(10'001);
    for (double& value : empty) {
      const double begin = wall_ns();
      value = wall_ns() - begin;
    }
    return quantile(std::move(empty), 0.5);
  }();
  return overhead;
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto rank = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + rank, values.end());
  return values[static_cast<std::size_t>(rank)];
}

}  // namespace facsim::bench

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Clocks and order statistics. What runs for milliseconds is measured in CPU time of its thread,
// which other programs disturb least; single queries by the wall clock, less what reading it takes.

#include <cstdint>
#include <vector>

namespace facsim::bench {

// Nanoseconds of CPU time of this thread so far.
[[nodiscard]] double thread_ns();
// Nanoseconds of the wall clock.
[[nodiscard]] double wall_ns();
// What two calls of wall_ns() with nothing between them are apart.
[[nodiscard]] double wall_overhead_ns();

// share 0.5: the median; no values: 0.
[[nodiscard]] double quantile(std::vector<double> values, double share);

// CPU nanoseconds that the piece takes.
template <class Piece>
double cpu_ns(const Piece& piece) {
  const double begin = thread_ns();
  piece();
  return thread_ns() - begin;
}

// Keeps a result from being left out.
inline void use(std::uint64_t value) { asm volatile("" : : "r"(value) : "memory"); }

}  // namespace facsim::bench

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Clocks and order statistics. Pieces that run for milliseconds are measured in CPU time of their
// thread, which other programs disturb least; single queries by the wall clock, minus the time of
// reading it.

#include <cstdint>
#include <vector>

namespace facsim::bench {

// Nanoseconds of CPU time of this thread so far.
[[nodiscard]] double thread_ns();
// Nanoseconds of the wall clock.
[[nodiscard]] double wall_ns();
// The difference between two successive calls of wall_ns().
[[nodiscard]] double wall_overhead_ns();

// share 0.5 is the median; without values the result is 0.
[[nodiscard]] double quantile(std::vector<double> values, double share);

// CPU nanoseconds that the piece takes.
template <class Piece>
double cpu_ns(const Piece& piece) {
  const double begin = thread_ns();
  piece();
  return thread_ns() - begin;
}

// Prevents the compiler from removing a result.
inline void use(std::uint64_t value) { asm volatile("" : : "r"(value) : "memory"); }

}  // namespace facsim::bench

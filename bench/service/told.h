// SPDX-License-Identifier: Apache-2.0
#pragma once
// The cost of a run, as one line of JSON.

#include <cstdint>
#include <string>
#include <vector>

namespace facsim::bench {

struct Told {
  std::string mode;
  std::uint64_t pages = 0;     // answered
  std::uint64_t requests = 0;  // or batches
  std::uint64_t bytes = 0;     // sent in bodies
  std::uint64_t seen = 0;      // pages answered with "yes"
  std::uint64_t added = 0;
  std::uint64_t too_short = 0;
  std::uint64_t copies = 0;   // pages that were made as copies of earlier ones
  std::uint64_t refused = 0;  // requests that were answered with 429
  double seconds = 0;
  double server_cpu_seconds = 0;
  double client_cpu_seconds = 0;
  double longest_silence = 0;     // the longest time without any answer, in seconds
  std::vector<double> latencies;  // seconds of each request, from its first attempt to its answer

  [[nodiscard]] std::string json() &&;
};

// User and system seconds of a process (10 ms steps).
[[nodiscard]] double cpu_seconds_of(int pid);
[[nodiscard]] double own_cpu_seconds();

}  // namespace facsim::bench

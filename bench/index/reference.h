// SPDX-License-Identifier: Apache-2.0
#pragma once
// The current cost of a random read on this machine, which is the unit for measuring the index.
//
// The cost differs by a factor of five between machines, and changes from minute to minute when
// others use them. The reads therefore alternate with the measurements that are compared with them.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bench/index/huge_memory.h"

namespace facsim::bench {

class Reference {
 public:
  // Fills this much memory with random words.
  explicit Reference(std::size_t bytes_max);

  [[nodiscard]] std::size_t bytes_max() const noexcept { return words_ * sizeof(std::uint64_t); }

  // Nanoseconds of each read of a table of `bytes` (a power of two, at most bytes_max()) if the
  // next address depends on the previous read.
  [[nodiscard]] double dependent_ns(std::size_t bytes, std::size_t reads);
  // The same if 64 addresses are prefetched.
  [[nodiscard]] double prefetched_ns(std::size_t bytes, std::size_t reads);
  // Gigabytes a second of sequential reads.
  [[nodiscard]] double sequential_gb_s(std::size_t bytes);

 private:
  HugeMemory memory_;
  const std::uint64_t* table_ = nullptr;
  std::size_t words_ = 0;
  std::uint64_t at_ = 1;
};

// The size of the table to which an index of `count` fingerprints is compared: 16 MB up to 2 M, 256
// MB up to 40 M, 2 GB beyond.
[[nodiscard]] std::size_t reference_bytes(std::uint64_t count);
[[nodiscard]] std::string_view reference_name(std::size_t bytes);

}  // namespace facsim::bench

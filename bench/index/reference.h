// SPDX-License-Identifier: Apache-2.0
#pragma once
// What one random read costs here and now: the unit in which the index is measured.
//
// Machines differ by a factor of five in this and change it from minute to minute when others use
// them, so the reads are taken in turns with what they are compared with.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bench/index/huge_memory.h"

namespace facsim::bench {

class Reference {
 public:
  // Fills so much memory with random words.
  explicit Reference(std::size_t bytes_max);

  [[nodiscard]] std::size_t bytes_max() const noexcept { return words_ * sizeof(std::uint64_t); }

  // Reads of a table of `bytes` (a power of two, at most bytes_max()), nanoseconds each: the next
  // address is known when the last read is done.
  [[nodiscard]] double dependent_ns(std::size_t bytes, std::size_t reads);
  // 64 addresses asked for ahead.
  [[nodiscard]] double prefetched_ns(std::size_t bytes, std::size_t reads);
  // One after the other, gigabytes a second.
  [[nodiscard]] double sequential_gb_s(std::size_t bytes);

 private:
  HugeMemory memory_;
  const std::uint64_t* table_ = nullptr;
  std::size_t words_ = 0;
  std::uint64_t at_ = 1;
};

// The table that an index of so many fingerprints is compared with: 16 MB up to 2 M, 256 MB up to
// 40 M, 2 GB beyond.
[[nodiscard]] std::size_t reference_bytes(std::uint64_t count);
[[nodiscard]] std::string_view reference_name(std::size_t bytes);

}  // namespace facsim::bench

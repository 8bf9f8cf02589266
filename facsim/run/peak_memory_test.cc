// SPDX-License-Identifier: Apache-2.0
#include "facsim/run/peak_memory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <vector>

namespace facsim {
namespace {

TEST(PeakMemory, GrowsByWhatWasHeldAndStays) {
  constexpr std::size_t kBytes = std::size_t{64} << 20;
  const std::uint64_t before = peak_memory_of_process();
  ASSERT_GT(before, 0U);
  {
    std::vector<char> held(kBytes);
    // The compiler may remove writes that cannot be observed.
    for (std::size_t at = 0; at < kBytes; at += 1024) {
      static_cast<volatile char&>(held[at]) = 'x';
    }
  }
  const std::uint64_t after = peak_memory_of_process();
  EXPECT_GE(after, kBytes);
  // The thread sanitizer's bookkeeping is larger than the memory that it describes.
  EXPECT_LE(after, before + 4 * kBytes);
}

TEST(PeakMemory, IsAtMostWhatTheSystemCountsWithTheParent) {
  const std::uint64_t peak = peak_memory_of_process();
  rusage usage{};
  ASSERT_EQ(getrusage(RUSAGE_SELF, &usage), 0);
  // The kernel updates its counts in steps of some pages for each thread.
  EXPECT_LE(peak, static_cast<std::uint64_t>(usage.ru_maxrss) * 1024 + (1 << 20));
}

}  // namespace
}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "apps/allocator.h"

#include <algorithm>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace facsim {

void bound_allocator(std::uint64_t memory_bytes, int threads) {
#ifdef __GLIBC__
  // Buffers of this size or more come from the system and go back to it at once.
  constexpr std::uint64_t kOwnBytesMin = std::uint64_t{512} << 10;
  constexpr std::uint64_t kOwnBytesMax = std::uint64_t{8} << 20;
  const std::uint64_t own = std::clamp(memory_bytes / 128, kOwnBytesMin, kOwnBytesMax);
  // Unused memory that a thread's arena may retain at its end.
  const std::uint64_t share = memory_bytes / 16 / static_cast<unsigned>(std::max(1, threads));
  const std::uint64_t unused = std::clamp(share, kOwnBytesMin, 2 * kOwnBytesMax);
  (void)mallopt(M_MMAP_THRESHOLD, static_cast<int>(own));
  (void)mallopt(M_TRIM_THRESHOLD, static_cast<int>(unused));
#else
  (void)memory_bytes;
  (void)threads;
#endif
}

}  // namespace facsim

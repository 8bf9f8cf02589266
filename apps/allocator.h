// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the allocator of the C library keeps of what was given back to it, bound to --memory.
//
// glibc raises its limits by itself with every large buffer that is freed, and has an area of its
// own for many threads: without this, twelve pages of 15 MB leave hundreds of megabytes that nobody
// uses. Other libraries are left as they are.

#include <cstdint>

namespace facsim {

// To be called before the threads begin.
void bound_allocator(std::uint64_t memory_bytes, int threads);

}  // namespace facsim

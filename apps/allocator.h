// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bounds the memory that the C library's allocator holds back after it was freed, by --memory.
//
// Without this, glibc raises its thresholds with every large buffer that is freed and gives many
// threads an arena each: twelve pages of 15 MB leave hundreds of megabytes unused. Does nothing
// with other C libraries.

#include <cstdint>

namespace facsim {

// Call this before any thread starts.
void bound_allocator(std::uint64_t memory_bytes, int threads);

}  // namespace facsim

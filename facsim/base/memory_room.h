// SPDX-License-Identifier: Apache-2.0
#pragma once
// Grants the memory that a page may take while it is analyzed.
//
// Core rooms do not wait and know nothing of other threads. They report what they are about to need
// to the MemoryRoom that they are given, and its owner (run/page_budget.h) returns from need() once
// that memory is available.

#include <cstddef>

namespace facsim {

class MemoryRoom {
 public:
  virtual ~MemoryRoom() = default;
  // Returns once the page may take `bytes` in total, including what it was granted before.
  virtual void need(std::size_t bytes) = 0;
};

// Frees a buffer that one huge page has enlarged; smaller buffers are reused for a whole run.
template <class Buffer>
void release_large(Buffer& buffer, std::size_t bytes_kept = std::size_t{1} << 20) {
  // A string that is assigned an empty one keeps its buffer.
  if (buffer.capacity() * sizeof(*buffer.data()) > bytes_kept) Buffer().swap(buffer);
}

}  // namespace facsim

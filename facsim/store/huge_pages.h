// SPDX-License-Identifier: Apache-2.0
#pragma once
// Memory for random reads: an allocator that requests pages of 2 MiB from the system.
//
// With pages of 4 KiB, each read of a large table also costs a walk through the page tables, and
// under a hypervisor through two of them. If the system grants no huge pages, or the allocation is
// smaller than one, it is ordinary memory.

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace facsim {

inline constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

template <class T>
class HugePages {
 public:
  using value_type = T;
  static_assert(alignof(T) <= alignof(std::max_align_t));

  HugePages() = default;
  template <class Other>
  // NOLINTNEXTLINE(google-explicit-constructor): allocators are made of one another
  HugePages(const HugePages<Other>&) noexcept {}

  [[nodiscard]] T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* const memory = ::operator new(bytes, alignment_of(bytes));
    if (bytes >= kHugePageBytes)
      ::madvise(memory, bytes / kHugePageBytes * kHugePageBytes, MADV_HUGEPAGE);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    ::operator delete(memory, alignment_of(count * sizeof(T)));
  }

  friend bool operator==(const HugePages&, const HugePages&) noexcept { return true; }

 private:
  static std::align_val_t alignment_of(std::size_t bytes) noexcept {
    return std::align_val_t{bytes >= kHugePageBytes ? kHugePageBytes : alignof(std::max_align_t)};
  }
};

}  // namespace facsim

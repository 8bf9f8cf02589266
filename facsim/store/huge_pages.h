// SPDX-License-Identifier: Apache-2.0
#pragma once
// Memory that is read here and there: an allocator which asks the system for pages of 2 MiB.
//
// With pages of 4 KiB each read of a large table costs a walk through the tables of pages as well,
// under a hypervisor through two of them. Where the system gives none, or less than one of them is
// wanted, it is memory like any other.

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

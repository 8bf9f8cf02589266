// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shared by the targets: a check of a promise, the error codes with which a reader may refuse
// bytes, a file in memory, and a bound on the memory that one input may take.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <source_location>
#include <string>
#include <string_view>

#include "facsim/base/error.h"

// Only defined if the program is built with a sanitizer.
// NOLINTBEGIN(bugprone-reserved-identifier): the sanitizer's names
extern "C" {
[[gnu::weak]] int __sanitizer_install_malloc_and_free_hooks(void (*took)(const volatile void*,
                                                                         std::size_t),
                                                            void (*gave)(const volatile void*));
[[gnu::weak]] std::size_t __sanitizer_get_allocated_size(const volatile void*);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace facsim {

// Prints the line of the target before it ends the process; an inlined check has no other
// identification.
inline void require(bool held,
                    const std::source_location& where = std::source_location::current()) {
  if (held) return;
  std::fprintf(stderr, "%s:%u: what the target requires does not hold\n", where.file_name(),
               static_cast<unsigned>(where.line()));
  std::abort();
}

// The bytes given to a target; there may be none, with a null pointer.
inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return size == 0 ? std::string_view()
                   : std::string_view(reinterpret_cast<const char*>(data), size);
}

// Returns true if `read` accepts the bytes. It may refuse them with one of these codes and a
// message; any other exception ends the program.
template <class Read>
bool is_taken(std::initializer_list<ErrorCode> codes, const Read& read) {
  try {
    read();
    return true;
  } catch (const Error& refused) {
    require(std::find(codes.begin(), codes.end(), refused.code()) != codes.end());
    require(refused.what()[0] != '\0');
    return false;
  }
}

// A file without a name, which nevertheless has a path.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes)
      : descriptor_(::memfd_create("facsim-fuzz", MFD_CLOEXEC)) {
    require(descriptor_ >= 0);
    require(::write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

// While it exists, the process may allocate this many bytes in addition; one byte more ends the
// process with the stack of the allocation. Only one at a time.
class MemoryBound {
 public:
  explicit MemoryBound(std::size_t bytes_max) {
    static const int installed = __sanitizer_install_malloc_and_free_hooks == nullptr
                                     ? 0
                                     : __sanitizer_install_malloc_and_free_hooks(took, gave);
    (void)installed;
    held_ = 0;
    most_ = static_cast<std::int64_t>(bytes_max);
  }
  ~MemoryBound() { most_ = kNone; }
  MemoryBound(const MemoryBound&) = delete;
  MemoryBound& operator=(const MemoryBound&) = delete;

 private:
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

  static void took(const volatile void*, std::size_t bytes) {
    const auto more = static_cast<std::int64_t>(bytes);
    if (most_ == kNone) return;
    held_ += more;
    if (held_ <= most_) return;
    most_ = kNone;
    constexpr std::string_view kSays = "more memory than the bound of this target\n";
    (void)!::write(STDERR_FILENO, kSays.data(), kSays.size());
    std::abort();
  }
  static void gave(const volatile void* memory) {
    if (most_ == kNone || memory == nullptr) return;
    held_ -= static_cast<std::int64_t>(__sanitizer_get_allocated_size(memory));
  }

  static inline std::atomic<std::int64_t> held_ = 0;
  static inline std::atomic<std::int64_t> most_ = kNone;
};

}  // namespace facsim

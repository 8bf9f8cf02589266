// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads back the advice that the system was given about a mapping.

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <sstream>
#include <string>

namespace facsim::for_test {

// The size of the mappings that contain these bytes and have the flag of proc(5), smaps, VmFlags:
// "rr" for random reads.
inline std::uint64_t mapped_with(const std::string& flag, std::span<const std::byte> bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(bytes.data());
  const auto last = first + bytes.size() - 1;
  std::ifstream maps("/proc/self/smaps");
  std::uint64_t found = 0;
  std::uint64_t here = 0;  // of the mapping being described
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    if (words >> std::hex >> begin && words.get() == '-' && words >> end) {
      here = begin <= last && first < end ? end - begin : 0;
    } else if (line.starts_with("VmFlags:") && line.find(' ' + flag + ' ') != std::string::npos) {
      found += here;
    }
  }
  return found;
}

// False on an emulator of another machine, which accepts advice and does not report it.
inline bool advice_is_told() {
  constexpr std::size_t kBytes = std::size_t{1} << 16;
  void* const memory =
      ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  ::madvise(memory, kBytes, MADV_RANDOM);
  const bool is_told = mapped_with("rr", {static_cast<const std::byte*>(memory), kBytes}) > 0;
  ::munmap(memory, kBytes);
  return is_told;
}

}  // namespace facsim::for_test

// SPDX-License-Identifier: Apache-2.0
#include "facsim/run/peak_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "facsim/base/error.h"
#include "facsim/files/own_file.h"

namespace facsim {
namespace {

// Reads the line "VmHWM:     12345 kB" from the process's status in /proc.
std::optional<std::uint64_t> high_water_mark() {
  std::array<char, 1 << 14> bytes = {};
  ::ssize_t size = -1;
  try {
    // One call reads the whole file. Its stated size is useless: it is always 0.
    size = ::read(open_own_file("/proc/self/status").get(), bytes.data(), bytes.size());
  } catch (const Error&) {
    return std::nullopt;  // no /proc
  }
  if (size <= 0) return std::nullopt;
  const std::string_view status(bytes.data(), static_cast<std::size_t>(size));
  constexpr std::string_view kName = "\nVmHWM:";
  const std::size_t name = status.find(kName);
  if (name == status.npos) return std::nullopt;
  const std::size_t digits = status.find_first_not_of(" \t", name + kName.size());
  if (digits == status.npos) return std::nullopt;
  std::uint64_t kib = 0;
  const char* const end = status.data() + status.size();
  if (std::from_chars(status.data() + digits, end, kib).ec != std::errc()) return std::nullopt;
  return kib * 1024;
}

}  // namespace

std::uint64_t peak_memory_of_process() {
  if (const auto mark = high_water_mark()) return *mark;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace facsim

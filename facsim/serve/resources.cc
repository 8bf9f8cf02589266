// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/resources.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "facsim/base/error.h"
#include "facsim/files/own_file.h"

namespace facsim {
namespace {

constexpr std::uint64_t kBlockBytes = 512;  // of st_blocks

// Reads the second number of /proc/self/statm, in pages of memory.
std::optional<std::uint64_t> memory_now() {
  // One call reads the whole file. Its stated size is useless: it is always 0.
  std::array<char, 256> bytes{};
  ::ssize_t size = 0;
  try {
    size = ::read(open_own_file("/proc/self/statm").get(), bytes.data(), bytes.size());
  } catch (const Error&) {
    return std::nullopt;  // no /proc
  }
  if (size <= 0) return std::nullopt;
  const std::string_view numbers(bytes.data(), static_cast<std::size_t>(size));
  const std::size_t second = numbers.find(' ') + 1;
  std::uint64_t resident = 0;
  const char* const end = numbers.data() + numbers.size();
  if (std::from_chars(numbers.data() + second, end, resident).ec != std::errc()) {
    return std::nullopt;
  }
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::optional<std::uint64_t> bytes_below(const std::string& folder) {
  std::error_code failure;
  std::filesystem::recursive_directory_iterator file(folder, failure);
  if (failure) return std::nullopt;
  std::uint64_t bytes = 0;
  while (file != std::filesystem::recursive_directory_iterator()) {
    struct stat state{};
    if (::lstat(file->path().c_str(), &state) == 0) {
      bytes += static_cast<std::uint64_t>(state.st_blocks) * kBlockBytes;
    }
    file.increment(failure);
    if (failure) return std::nullopt;
  }
  return bytes;
}

}  // namespace

Resources resources_of(const std::string& folder) {
  Resources found{.memory_bytes = memory_now(), .disk_bytes = bytes_below(folder)};
  std::error_code failure;
  const std::filesystem::space_info space = std::filesystem::space(folder, failure);
  if (!failure) found.disk_free = space.available;
  return found;
}

}  // namespace facsim

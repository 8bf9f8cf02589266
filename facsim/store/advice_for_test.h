// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the system was told of the mapping of a file.

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>

namespace facsim::for_test {

// Bytes of the file that are mapped in this process with the flag of proc(5), smaps, VmFlags: "rr"
// for reads one by one, "rd" for all that can be read.
inline std::uint64_t mapped_with(const std::string& path, const std::string& flag) {
  std::ifstream maps("/proc/self/smaps");
  std::uint64_t bytes = 0;
  std::uint64_t here = 0;  // of the mapping that is described
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    if (words >> std::hex >> begin && words.get() == '-' && words >> end) {
      here = line.ends_with(' ' + path) ? end - begin : 0;
    } else if (line.starts_with("VmFlags:") && line.find(' ' + flag + ' ') != std::string::npos) {
      bytes += here;
    }
  }
  return bytes;
}

}  // namespace facsim::for_test

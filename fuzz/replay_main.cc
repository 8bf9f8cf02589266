// SPDX-License-Identifier: Apache-2.0
// Feeds the named files, and all files of the named folders, to a fuzz target once each, so that
// every build replays the findings of fuzzing, even without libFuzzer.
//
// Replaying no file is a failure; otherwise a lost corpus would look like a passed test.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::filesystem::path> files_of(const std::filesystem::path& named) {
  if (!std::filesystem::is_directory(named)) return {named};
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(named)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t replayed = 0;
  for (int i = 1; i < argc; ++i) {
    if (!std::filesystem::exists(argv[i])) {
      std::cerr << argv[i] << ": not found\n";
      return 1;
    }
    for (const auto& path : files_of(argv[i])) {
      std::ifstream file(path, std::ios::binary);
      if (!file) {
        std::cerr << path.string() << ": cannot be read\n";
        return 1;
      }
      const std::string bytes{std::istreambuf_iterator<char>(file), {}};
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      ++replayed;
    }
  }
  // The empty input is always tried.
  LLVMFuzzerTestOneInput(nullptr, 0);
  std::cout << "replayed " << replayed << " files and the empty input\n";
  return replayed > 0 ? 0 : 1;
}

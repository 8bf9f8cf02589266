// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/matches/run_folder.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "facsim/base/error.h"
#include "facsim/dedup/matches/matches_file.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

// Returns the part before the path that the command named; empty if that path was absolute.
std::string front_of(const InputFile& file) {
  const std::string_view path = file.path;
  if (path.empty()) return {};
  if (!file.in_folder) {
    const std::string end = "/" + file.name;
    return path.ends_with(end) ? std::string(path.substr(0, path.size() - end.size())) : "";
  }
  if (fs::path(file.folder).is_absolute()) return {};
  // The folder is followed by the member, with which the name ends.
  const std::string folder = "/" + (fs::path(file.folder) / "").string();
  for (std::size_t at = path.find(folder); at != path.npos; at = path.find(folder, at + 1)) {
    const std::string_view member = path.substr(at + folder.size());
    if (!member.empty() && file.name.ends_with(member)) return std::string(path.substr(0, at));
  }
  return {};
}

}  // namespace

std::string run_folder(const std::string& result, const std::vector<std::string>& inputs) {
  const bool has_relative = std::ranges::any_of(inputs, [](const std::string& input) {
    return input != "-" && fs::path(input).is_relative();
  });
  const std::string path = (fs::path(result) / kMatchesName).string();
  std::error_code ignored;
  if (!has_relative || !fs::exists(path, ignored)) return {};
  try {
    for (const InputFile& file : MatchesFile(path).files()) {
      if (std::string front = front_of(file); !front.empty()) return front;
    }
  } catch (const Error&) {
    return {};  // the rows are still valid
  }
  return {};
}

}  // namespace facsim

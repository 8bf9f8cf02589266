// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <system_error>
#include <utility>

#include "facsim/files/folder_claim.h"
#include "facsim/result/hidden_folder_internal.h"
#include "facsim/result/interrupted_result_internal.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code failed;
  return fs::exists(fs::symlink_status(path, failed));
}

// Names of the files in `folder`, summary.json last; empty if it is not a folder.
std::vector<fs::path> names_in(const fs::path& folder) {
  std::vector<fs::path> names;
  std::error_code failed;
  if (!fs::is_directory(fs::symlink_status(folder, failed))) return names;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    names.push_back(at->path().filename());
  }
  std::sort(names.begin(), names.end(), summary_last);
  return names;
}

// Returns true if the old versions are not needed any more.
bool put_back(const fs::path& old_versions, const fs::path& target) {
  std::vector<fs::path> names = names_in(old_versions);
  // The new summary.json is moved in last, so if it is there, the change was complete.
  if (!is_there(target / kSummaryName)) {
    std::erase_if(names, [&](const fs::path& name) {
      std::error_code failed;
      if (fs::is_directory(fs::symlink_status(target / name, failed))) return false;
      return std::rename((old_versions / name).c_str(), (target / name).c_str()) == 0;
    });
    return names.empty();
  }
  return std::all_of(names.begin(), names.end(),
                     [&](const fs::path& name) { return is_there(target / name); });
}

}  // namespace

std::vector<std::string> settle_interrupted(const fs::path& target) {
  const std::string prefix = hidden_prefix(target.filename().string());
  remove_dead_folders(target.parent_path(), prefix);
  std::vector<std::string> warnings;
  for (const DeadFolder& dead : dead_folders(target, prefix)) {
    const fs::path old_versions = dead.path() / kOldVersions;
    if (put_back(old_versions, target)) {
      dead.remove();
    } else {
      warnings.push_back("a run that was killed left old versions of files in " +
                         old_versions.string() + "; move what you need, remove the rest");
    }
  }
  return warnings;
}

}  // namespace facsim

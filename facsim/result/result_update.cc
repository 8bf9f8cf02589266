// SPDX-License-Identifier: Apache-2.0
#include "facsim/result/result_update.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/files/write_error.h"
#include "facsim/result/earlier_result_internal.h"
#include "facsim/result/hidden_folder_internal.h"
#include "facsim/result/interrupted_result_internal.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

// Names of the files in `folder` to move to the target, summary.json last.
std::vector<std::string> new_names(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename() != kOwnerName) names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end(), summary_last);
  return names;
}

// Moves files; the destructor undoes the moves unless keep() was called.
class Moves {
 public:
  Moves() = default;
  ~Moves() {
    // Best effort: an error is already being thrown.
    for (auto move = moved_.rbegin(); move != moved_.rend(); ++move) {
      [[maybe_unused]] const int status = std::rename(move->second.c_str(), move->first.c_str());
    }
  }
  Moves(const Moves&) = delete;
  Moves& operator=(const Moves&) = delete;

  void move(const fs::path& from, const fs::path& to) {
    move_file(from, to);
    moved_.emplace_back(from, to);
  }
  void keep() noexcept { moved_.clear(); }

 private:
  std::vector<std::pair<fs::path, fs::path>> moved_;
};

}  // namespace

ResultUpdate::ResultUpdate(const std::string& target) {
  std::error_code failed;
  const fs::path path = fs::canonical(target, failed);
  if (failed) {
    throw Error(ErrorCode::not_found, "there is no such folder: " + failed.message(), target);
  }
  if (!fs::is_directory(path, failed)) {
    throw Error(ErrorCode::not_found, "is no folder; name one that " + Named::dedup + " wrote",
                target);
  }
  target_ = path.string();
  warnings_ = settle_interrupted(path);
  earlier_ = read_earlier_result(target_).outputs;
  path_ = make_hidden(path, path.filename().string());
  claim_ = FolderClaim(path_);
}

ResultUpdate::~ResultUpdate() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void ResultUpdate::commit() {
  sync_files(path_);
  const fs::path target = target_;
  const std::vector<std::string> names = new_names(path_);
  std::error_code failed;
  for (const std::string& name : names) {
    if (!fs::is_directory(fs::symlink_status(target / name, failed))) continue;
    throw Error(ErrorCode::already_exists, "stands in the way of a result; move it away",
                (target / name).string());
  }
  const fs::path before = fs::path(path_) / kOldVersions;
  if (::mkdir(before.c_str(), 0777) != 0) throw write_error(errno, before.string(), kResultRemedy);
  Moves moves;
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    if (fs::exists(fs::symlink_status(target / *name, failed))) {
      moves.move(target / *name, before / *name);
    }
  }
  for (const std::string& name : names) moves.move(fs::path(path_) / name, target / name);
  moves.keep();
  sync_folder(target);
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/result/result_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "facsim/files/write_error.h"
#include "facsim/result/earlier_result_internal.h"
#include "facsim/result/hidden_folder_internal.h"
#include "facsim/result/interrupted_result_internal.h"

namespace facsim {

namespace {

namespace fs = std::filesystem;

// Returns the absolute path without symbolic links and without a slash at the end.
fs::path resolved(const std::string& target) {
  if (target.empty()) throw Error(ErrorCode::invalid_argument, "the output folder has no name");
  std::error_code failed;
  fs::path path = fs::weakly_canonical(fs::absolute(target, failed), failed);
  if (failed) {
    throw Error(ErrorCode::io, "the output folder cannot be reached: " + failed.message(), target);
  }
  return path.has_filename() || path == path.root_path() ? path : path.parent_path();
}

// mkdir(2) and rename(2) would report that such a link already exists.
void refuse_broken_link(const fs::path& path, const std::string& name) {
  std::error_code ignored;
  if (!fs::is_symlink(fs::symlink_status(path, ignored))) return;
  throw Error(ErrorCode::already_exists,
              "is a symbolic link to nothing, the output needs a folder; remove the link or choose "
              "another name",
              name);
}

// Creates the missing folders down to `folder`; returns those created, outermost first.
std::vector<std::string> make_folders(const fs::path& folder) {
  std::vector<fs::path> missing;
  std::error_code ignored;
  for (fs::path at = folder; !fs::exists(at, ignored) && at != at.root_path();
       at = at.parent_path()) {
    refuse_broken_link(at, at.string());
    missing.push_back(at);
  }
  std::vector<std::string> made;
  for (auto at = missing.rbegin(); at != missing.rend(); ++at) {
    if (::mkdir(at->c_str(), 0777) == 0) {
      made.push_back(at->string());
    } else if (errno != EEXIST) {
      const Error error = write_error(errno, at->string(), kResultRemedy);
      for (auto undo = made.rbegin(); undo != made.rend(); ++undo) ::rmdir(undo->c_str());
      throw error;
    }
  }
  return made;
}

// True if another folder can be renamed to `target`.
bool replaceable(const fs::path& target) {
  const fs::path parent = target.parent_path();
  struct stat here = {};
  struct stat above = {};
  if (target == target.root_path() || ::stat(target.c_str(), &here) != 0 ||
      ::stat(parent.c_str(), &above) != 0) {
    return false;
  }
  std::error_code failed;
  const bool working_folder = fs::equivalent(target, ".", failed) && !failed;
  return here.st_dev == above.st_dev && !working_folder &&
         ::access(parent.c_str(), W_OK | X_OK) == 0;
}

// Removes the `stale` names that are not in `fresh` (sorted).
void remove_stale(const fs::path& folder, const std::vector<std::string>& stale,
                  const std::vector<std::string>& fresh) {
  for (const std::string& name : stale) {
    if (std::binary_search(fresh.begin(), fresh.end(),
                           fs::path(name).lexically_normal().string())) {
      continue;
    }
    const fs::path old = folder / fs::path(name);
    if (::unlink(old.c_str()) != 0 && errno != ENOENT && errno != ENOTDIR) {
      throw write_error(errno, old.string(), kResultRemedy);
    }
  }
}

}  // namespace

ResultFolder::ResultFolder(const std::string& target, bool force) {
  const fs::path path = resolved(target);
  target_ = path.string();
  warnings_ = settle_interrupted(path);
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  if (!fs::exists(status)) {
    refuse_broken_link(path, target);
    made_parents_ = make_folders(path.parent_path());
    try {
      path_ = make_hidden(path.parent_path(), path.filename().string());
      claim_ = FolderClaim(path_);
    } catch (...) {
      for (auto at = made_parents_.rbegin(); at != made_parents_.rend(); ++at) ::rmdir(at->c_str());
      throw;
    }
    return;
  }
  if (!fs::is_directory(status)) {
    throw Error(ErrorCode::already_exists,
                "is a file, the output needs a folder; choose another name", target);
  }
  const bool empty = fs::is_empty(path, failed);
  if (failed) {
    throw Error(ErrorCode::io, "the output folder cannot be read: " + failed.message(), target);
  }
  if (!empty && !force) {
    throw Error(ErrorCode::already_exists,
                "the output folder is not empty; choose another or pass " + Named::force, target);
  }
  merge_ = !empty;
  if (merge_) {
    EarlierResult earlier = read_earlier_result(target_);
    earlier_ = std::move(earlier.outputs);
    remove_stale_ = earlier.warning.empty();
    if (!remove_stale_) warnings_.push_back(std::move(earlier.warning));
  }
  inside_ = !replaceable(path);
  path_ = make_hidden(inside_ ? path : path.parent_path(), path.filename().string());
  claim_ = FolderClaim(path_);
}

ResultFolder::~ResultFolder() {
  if (committed_) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  for (auto at = made_parents_.rbegin(); at != made_parents_.rend(); ++at) ::rmdir(at->c_str());
}

void ResultFolder::commit(const std::vector<std::string>& names) {
  const std::vector<std::string> stale = remove_stale_ ? names : std::vector<std::string>();
  sync_files(path_);
  if (merge_ || inside_) {
    move_in(stale);
  } else {
    struct stat old = {};
    const bool replaces = ::stat(target_.c_str(), &old) == 0;
    if (replaces) ::chmod(path_.c_str(), old.st_mode & 07777U);
    claim_.leave();
    if (::rename(path_.c_str(), target_.c_str()) != 0) {
      const int reason = errno;
      if (reason == ENOTEMPTY || reason == EEXIST || reason == ENOTDIR) {
        throw Error(ErrorCode::already_exists,
                    "the output folder was filled by somebody else meanwhile; run again into "
                    "another one",
                    target_);
      }
      // In a sticky folder such as /tmp, another user's folder cannot be replaced, but it can be
      // filled.
      if (!replaces) throw write_error(reason, target_, kResultRemedy);
      move_in(stale);
    }
  }
  committed_ = true;
  sync_folder(fs::path(target_).parent_path());
}

void ResultFolder::move_in(const std::vector<std::string>& stale) {
  std::vector<fs::path> folders;
  std::vector<fs::path> files;
  const auto refuse = [](const fs::path& path) {
    throw Error(ErrorCode::already_exists, "stands in the way of a result; move it away",
                path.string());
  };
  std::error_code failed;
  for (const auto& entry : fs::recursive_directory_iterator(path_)) {
    const fs::path name = entry.path().lexically_relative(path_);
    if (name == kOwnerName) continue;
    const bool folder = entry.is_directory() && !entry.is_symlink();
    const fs::file_status there = fs::symlink_status(target_ / name, failed);
    // A link to a folder counts as a folder.
    const bool folder_there = fs::is_directory(folder ? fs::status(target_ / name, failed) : there);
    if (fs::exists(there) && folder_there != folder) refuse(target_ / name);
    (folder ? folders : files).push_back(name);
  }
  for (const std::string& name : stale) {
    if (fs::is_directory(fs::symlink_status(target_ / fs::path(name), failed))) {
      refuse(target_ / fs::path(name));
    }
  }
  for (const fs::path& name : folders) {
    const fs::path folder = target_ / name;
    if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) {
      throw write_error(errno, folder.string(), kResultRemedy);
    }
  }
  std::sort(files.begin(), files.end(), summary_last);
  for (const fs::path& name : files) move_file(path_ / name, target_ / name);
  std::vector<std::string> fresh;
  fresh.reserve(files.size());
  for (const fs::path& name : files) fresh.push_back(name.string());
  std::sort(fresh.begin(), fresh.end());
  remove_stale(target_, stale, fresh);
  remove_earlier_outputs(target_, earlier_, fresh);
  fs::remove_all(path_, failed);
  for (const fs::path& name : folders) sync_folder(target_ / name);
  sync_folder(target_);
}

}  // namespace facsim

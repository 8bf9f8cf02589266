// SPDX-License-Identifier: Apache-2.0
#pragma once
// Marks the owner of a folder that is removed when its work is done, and finds folders whose
// process was killed.
//
// The mark is a file .facsim-owner in the folder. It names the machine, and the process holds a
// lock on it (flock) as long as it lives; the system releases the lock of a dead process. So a
// folder has lost its owner if the file names this machine and can be locked. A folder without such
// a file, or with that of another machine, may belong to anyone and is left alone.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/files/own_file.h"

namespace facsim {

inline constexpr std::string_view kOwnerName = ".facsim-owner";

class FolderClaim {
 public:
  FolderClaim() = default;
  // Best effort: if the file system refuses the file or the lock, the folder has no mark, and is
  // not cleaned up if this process is killed.
  explicit FolderClaim(const std::filesystem::path& folder);

  // Removes the mark, for a folder that gets its final name.
  void leave() noexcept;

 private:
  std::string path_;  // path of the mark file
  FileHandle lock_;
};

// A folder `parent`/`prefix`XXXXXX whose owner died. The lock is held until the object is
// destroyed, so only one of several processes gets the folder.
class DeadFolder {
 public:
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  // Never throws; ignores what cannot be removed.
  void remove() const noexcept;

 private:
  friend std::vector<DeadFolder> dead_folders(const std::filesystem::path& parent,
                                              std::string_view prefix);
  DeadFolder(std::filesystem::path path, FileHandle lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::filesystem::path path_;
  FileHandle lock_;
};

// Never throws; ignores folders that cannot be read.
[[nodiscard]] std::vector<DeadFolder> dead_folders(const std::filesystem::path& parent,
                                                   std::string_view prefix);
void remove_dead_folders(const std::filesystem::path& parent, std::string_view prefix);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Who works in a folder that goes when its work is done, and what became of those whose process was
// killed.
//
// A folder says so in a file .facsim-owner, which names the machine, and which the process holds
// locked (flock) for as long as it lives; the system takes the lock of a dead one. So a folder has
// no owner any more where that file names this machine and can be locked. A folder without such a
// file, or with one of another machine, may be anybody's and stays.

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
  // Best effort: where the file system refuses the file or the lock, the folder says nothing, and
  // stays if this process is killed.
  explicit FolderClaim(const std::filesystem::path& folder);

  // The folder gets its name: nobody owns it from now on.
  void leave() noexcept;

 private:
  std::string path_;  // of the file
  FileHandle lock_;
};

// Folders `parent`/`prefix`XXXXXX whose owner died. For each the lock is held until it goes, so
// that of several processes one has it.
class DeadFolder {
 public:
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  // Never throws: what cannot be removed stays.
  void remove() const noexcept;

 private:
  friend std::vector<DeadFolder> dead_folders(const std::filesystem::path& parent,
                                              std::string_view prefix);
  DeadFolder(std::filesystem::path path, FileHandle lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::filesystem::path path_;
  FileHandle lock_;
};

// Never throws for what cannot be read: that is nobody's.
[[nodiscard]] std::vector<DeadFolder> dead_folders(const std::filesystem::path& parent,
                                                   std::string_view prefix);
void remove_dead_folders(const std::filesystem::path& parent, std::string_view prefix);

}  // namespace facsim

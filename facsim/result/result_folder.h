// SPDX-License-Identifier: Apache-2.0
#pragma once
// The output folder of a run: appears whole or not at all.
//
// Everything is written into a hidden folder beside it (same file system), which commit() renames.
// The destructor without commit() removes what was written, including parents that had to be
// created, and leaves the target unchanged. If the target cannot be replaced by a rename (it is a
// mount point or the working folder, or its parent is not writable), the hidden folder is inside
// the target and commit() moves its entries up one by one. In that case, and with `force`, a power
// cut during commit() can leave only some of the files in place. Leftovers of killed runs into the
// same target are removed first.
//
// Throws Error{already_exists, invalid_argument, no_space, io} with the path. One thread at a time.

#include <string>
#include <vector>

#include "facsim/files/folder_claim.h"

namespace facsim {

class ResultFolder {
 public:
  // Refuses (Error{already_exists}) a target that exists and is not an empty folder, unless `force`
  // is set; a target that is a file is always refused. Creates missing parents.
  ResultFolder(const std::string& target, bool force);
  ~ResultFolder();
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;

  // The folder to write into until commit().
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // Warnings about the folder as it was found, one sentence each.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }
  // Makes the new files visible. With `force` on a folder that has files, each new file replaces
  // the one of the same name. Then the files in `stale` (reports of an earlier run) are removed,
  // and all that an earlier run wrote there according to the list in its summary.json, with the
  // folders that become empty; other files stay. If that list is damaged or names a place outside,
  // nothing is removed. An obstacle (a folder in the place of a file) is an error before anything
  // is moved.
  void commit(const std::vector<std::string>& stale);

 private:
  void move_in(const std::vector<std::string>& stale);

  std::string target_;  // absolute
  std::string path_;
  FolderClaim claim_;
  std::vector<std::string> made_parents_;  // outermost first
  std::vector<std::string> earlier_;       // files that an earlier run wrote into the target
  bool remove_stale_ = true;
  std::vector<std::string> warnings_;
  bool merge_ = false;   // the target has files
  bool inside_ = false;  // path_ is inside the target
  bool committed_ = false;
};

}  // namespace facsim

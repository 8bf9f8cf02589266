// SPDX-License-Identifier: Apache-2.0
#pragma once
// The output folder of a run: appears whole or not at all.
//
// Everything is written into a hidden folder beside it (same file system), which commit() renames.
// Destroyed without commit(), it removes what was written and leaves the target as it was, parents
// that had to be made included. Where a folder cannot be put in the target's place (it is a mount
// point, the working folder, or its parent is not ours) the hidden folder lies inside the target
// and commit() moves its entries up one by one: there, and with `force`, a power cut in the middle
// of commit() can leave a part of them. What runs into the same target left that were killed is
// removed first.
//
// Throws Error{already_exists, invalid_argument, no_space, io} with the path. One thread at a time.

#include <string>
#include <vector>

#include "facsim/files/folder_claim.h"

namespace facsim {

class ResultFolder {
 public:
  // Refuses (Error{already_exists}) a target that exists and is not an empty folder, unless
  // `force`; a target that is a file is refused in any case. Missing parents are made.
  ResultFolder(const std::string& target, bool force);
  ~ResultFolder();
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;

  // Where to write now.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // What the user should know of the folder as it was found, a sentence each.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }
  // The new files become visible. With `force` on a folder that has files: each new file replaces
  // one of the same name; then `stale` names (reports of an earlier run) are removed, and so is all
  // that an earlier run wrote there, by the list in its summary.json, with the folders that are
  // empty then; others stay. Where that list is damaged or names a place outside, nothing at all is
  // removed. What stands in the way (a folder where a file should be) is refused before anything is
  // moved.
  void commit(const std::vector<std::string>& stale);

 private:
  void move_in(const std::vector<std::string>& stale);

  std::string target_;  // absolute
  std::string path_;
  FolderClaim claim_;
  std::vector<std::string> made_parents_;  // outermost first
  std::vector<std::string> earlier_;       // what an earlier run wrote into the target
  bool remove_stale_ = true;
  std::vector<std::string> warnings_;
  bool merge_ = false;   // the target has files
  bool inside_ = false;  // path_ lies inside the target
  bool committed_ = false;
};

}  // namespace facsim

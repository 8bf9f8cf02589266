// SPDX-License-Identifier: Apache-2.0
#pragma once
// The output folder of a run: appears whole or not at all.
//
// Everything is written into a hidden folder beside it (same file system), which commit() renames.
// Destroyed without commit(), it removes what was written and leaves the target as it was.

#include <string>
#include <vector>

namespace facsim {

class ResultFolder {
 public:
  // Refuses (Error{already_exists}) a target that exists and is not an empty folder, unless `force`.
  ResultFolder(std::string target, bool force);
  ~ResultFolder();
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;

  // Where to write now.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // The new files become visible. With `force` on a folder that has files: each new file replaces
  // one of the same name, `stale` names (reports of an earlier run) are removed, others stay.
  void commit(const std::vector<std::string>& stale);

 private:
  std::string target_;
  std::string path_;
  bool merge_ = false;
  bool committed_ = false;
};

}  // namespace facsim

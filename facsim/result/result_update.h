// SPDX-License-Identifier: Apache-2.0
#pragma once
// New versions of some files of a result folder that is there; all its other files stay.
//
// Everything is written into a hidden folder inside it. commit() puts the old versions aside and
// the new ones in their place, summary.json last. Where a step fails, all are put back, and
// destroyed without commit() nothing has changed. A kill in the middle of commit() leaves a
// folder without summary.json, and the old versions in the hidden folder
// .NAME.facsim-XXXXXX/.before: the next change puts them back first. One thread at a time.

#include <string>
#include <vector>

#include "facsim/files/folder_claim.h"

namespace facsim {

class ResultUpdate {
 public:
  // Throws Error{not_found, io, no_space} with the path.
  explicit ResultUpdate(const std::string& target);
  ~ResultUpdate();
  ResultUpdate(const ResultUpdate&) = delete;
  ResultUpdate& operator=(const ResultUpdate&) = delete;

  // Where to write now.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // What the user should know of the folder as it was found, a sentence each.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }
  // What earlier runs wrote into the folder, by the lists in its summary.json: relative names.
  // Empty where there is none, or none to be trusted.
  [[nodiscard]] const std::vector<std::string>& earlier() const noexcept { return earlier_; }
  // Throws Error{already_exists} where a folder stands in the way of a file, Error{io, no_space}.
  void commit();

 private:
  std::string target_;
  std::string path_;
  FolderClaim claim_;
  std::vector<std::string> earlier_;
  std::vector<std::string> warnings_;
};

}  // namespace facsim

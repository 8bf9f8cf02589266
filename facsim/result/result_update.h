// SPDX-License-Identifier: Apache-2.0
#pragma once
// New versions of some files in an existing result folder; all its other files stay.
//
// Everything is written into a hidden folder inside it. commit() moves the old versions aside and
// the new ones into place, summary.json last. If a step fails, all moves are undone. The destructor
// without commit() leaves the folder unchanged. A kill during commit() leaves a folder without
// summary.json, and the old versions in the hidden folder .NAME.facsim-XXXXXX/.before: the next
// change puts them back first. One thread at a time.

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

  // The folder to write into until commit().
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // Warnings about the folder as it was found, one sentence each.
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }
  // The files that earlier runs wrote into the folder, by the lists in its summary.json: relative
  // names. Empty without a list that can be trusted.
  [[nodiscard]] const std::vector<std::string>& earlier() const noexcept { return earlier_; }
  // Throws Error{already_exists} if a folder is in the place of a file, and Error{io, no_space}.
  void commit();

 private:
  std::string target_;
  std::string path_;
  FolderClaim claim_;
  std::vector<std::string> earlier_;
  std::vector<std::string> warnings_;
};

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The files that an earlier run wrote into a folder, and their removal. Private to this room.
//
// The list is in a file that anyone may have changed: a name in it never leads out of the folder,
// and if any part of the list is invalid, all of it is ignored.

#include <string>
#include <vector>

namespace facsim {

struct EarlierResult {
  std::vector<std::string> outputs;  // relative to the folder
  std::string warning;  // set if there is a summary.json but its list cannot be trusted
};

// Reads the list from `folder`/summary.json; empty without that file.
[[nodiscard]] EarlierResult read_earlier_result(const std::string& folder);

// Removes the regular files `names` (in any order) below `folder`, except those in `fresh`
// (sorted), and then the folders that became empty. Symbolic links are not followed; missing files
// and files that are not regular are ignored. Throws Error{io, no_space}.
void remove_earlier_outputs(const std::string& folder, const std::vector<std::string>& names,
                            const std::vector<std::string>& fresh);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an earlier run wrote into a folder, and its removal. Private to this room.
//
// The list stands in a file that anybody may have changed: a name in it never leads out of the
// folder, and where anything about it is wrong all of it is left alone.

#include <string>
#include <vector>

namespace facsim {

struct EarlierResult {
  std::vector<std::string> outputs;  // relative to the folder
  std::string warning;  // set: there is a summary.json, but its list is none to remove files by
};

// Reads the list out of `folder`/summary.json; without that file, nothing.
[[nodiscard]] EarlierResult read_earlier_result(const std::string& folder);

// Removes the regular files of `names` (sorted or not) below `folder`, those of `fresh` (sorted)
// apart, and the folders that are empty then. Symbolic links are not followed; what is not there or
// no regular file stays. Throws Error{io, no_space}.
void remove_earlier_outputs(const std::string& folder, const std::vector<std::string>& names,
                            const std::vector<std::string>& fresh);

}  // namespace facsim

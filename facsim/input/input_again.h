// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the file that a row names.
//
// The inverse of the names from find_inputs(), without walking folders: for one page out of
// millions of files. Cost: a few system calls per argument. `base` is the folder of the original
// run: relative arguments are resolved there, then in the working folder (in case both moved).
// Empty: only in the working folder.

#include <optional>
#include <string>
#include <vector>

namespace facsim {

// Returns the path of the file that find_inputs(arguments) names `name`, if it still exists.
// Standard input is never found again. If an argument no longer exists, names of the others still
// resolve.
[[nodiscard]] std::optional<std::string> path_of_input(const std::vector<std::string>& arguments,
                                                       const std::string& name,
                                                       const std::string& base = {});

// The other direction: returns what find_inputs(arguments) calls the file that a user names by
// another path (./a.html, /srv/site//a.html) or by another spelling of a member's name. Several
// names if the right one depends on files that are not checked; none if the word is not a file of
// the inputs.
[[nodiscard]] std::vector<std::string> names_of_input(const std::vector<std::string>& arguments,
                                                      const std::string& word,
                                                      const std::string& base = {});

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where is the file that a row names?
//
// The inverse of the names that find_inputs() gives, without walking through folders: for one page
// out of millions of files. Cost: a few questions to the system for each argument. `base` is the
// folder in which the run was made: relative arguments are looked for there, then in this folder
// (where both moved). Empty: in this folder.

#include <optional>
#include <string>
#include <vector>

namespace facsim {

// The path of the file that find_inputs(arguments) names `name`, if it is still there. Standard
// input is never there again. Where an argument is gone, the names of what is left are still
// understood.
[[nodiscard]] std::optional<std::string> path_of_input(const std::vector<std::string>& arguments,
                                                       const std::string& name,
                                                       const std::string& base = {});

// The other way round: what find_inputs(arguments) calls the file that a user means by a path of
// its own (./a.html, /srv/site//a.html) or by a member's name that is written otherwise. Several
// where the files that are not looked at decide; none where the word is no file of the inputs.
[[nodiscard]] std::vector<std::string> names_of_input(const std::vector<std::string>& arguments,
                                                      const std::string& word,
                                                      const std::string& base = {});

}  // namespace facsim

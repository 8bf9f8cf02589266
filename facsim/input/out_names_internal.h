// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names for the inputs and for their copies that are distinct, relative and stay inside the output.

#include <string>
#include <string_view>
#include <vector>

#include "facsim/input/input_files.h"

namespace facsim {

// A path without leading '/', '.' and '..': always inside the folder that it is put into.
[[nodiscard]] std::string inside_path(std::string_view path);

// Identity names: members of different folders that share a relative path get their folder, as it
// was given, in front.
void make_names_distinct(std::vector<InputFile>& files);

// Sets out_name: the base name, in folders the relative path; those that collide keep their
// folders, and what collides still gets a number. Throws Error{already_exists} for the name of a
// report.
void choose_out_names(std::vector<InputFile>& files);

}  // namespace facsim

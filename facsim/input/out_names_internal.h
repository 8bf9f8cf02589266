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

// What tells folders apart: for each its last component, or as many as are needed. Folders that are
// the same one have the same label.
[[nodiscard]] std::vector<std::string> folder_labels(const std::vector<std::string>& folders);

// Identity names: where several different folders were given, every member gets the label of its
// folder in front, whatever the others hold, so that no file's name hangs on another file.
void prefix_folders(std::vector<InputFile>& files, const std::vector<std::string>& folders);

// Sets out_name: the base name, in folders the relative path; those that collide keep their
// folders, and what collides still gets a number.
void choose_out_names(std::vector<InputFile>& files);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Distinct relative names for the inputs and their copies, which stay inside the output.

#include <string>
#include <string_view>
#include <vector>

#include "facsim/input/input_files.h"

namespace facsim {

// Removes empty, '.' and '..' components from a path, so that it stays inside its folder.
[[nodiscard]] std::string inside_path(std::string_view path);

// Labels that distinguish folders: the last component of each, or as many as necessary. Equal
// folders have equal labels.
[[nodiscard]] std::vector<std::string> folder_labels(const std::vector<std::string>& folders);

// Identity names: if several different folders were given, every member gets the label of its
// folder as a prefix, whatever the others contain, so that no file's name depends on another file.
void prefix_folders(std::vector<InputFile>& files, const std::vector<std::string>& folders);

// Sets out_name: the base name, in folders the relative path. Colliding names keep their folders,
// and those that still collide get a number.
void choose_out_names(std::vector<InputFile>& files);

}  // namespace facsim

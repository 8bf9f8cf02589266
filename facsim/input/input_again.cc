// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/input_again.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "facsim/input/out_names_internal.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

std::optional<std::string> inside(const std::string& folder, std::string_view member) {
  const fs::path path = fs::path(folder) / member;
  if (member.empty() || member.front() == '/' || !is_file(path)) return std::nullopt;
  return path.string();
}

// `name` as members of these folders are named.
std::optional<std::string> member_of(const std::vector<std::string>& folders,
                                     const std::string& name) {
  if (folders.empty()) return std::nullopt;
  const std::vector<std::string> labels = folder_labels(folders);
  const bool one = std::all_of(labels.begin(), labels.end(),
                               [&](const std::string& label) { return label == labels.front(); });
  for (std::size_t i = 0; i < folders.size(); ++i) {
    std::string_view member = name;
    if (!one) {
      if (!name.starts_with(labels[i] + "/")) continue;
      member.remove_prefix(labels[i].size() + 1);
    }
    if (auto path = inside(folders[i], member)) return path;
  }
  return std::nullopt;
}

// A member whose name another input has too is named by its path.
bool is_path_of_member(const std::vector<std::string>& folders, const std::string& name) {
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
    return name.starts_with((fs::path(folder) / "").string());
  });
}

}  // namespace

std::optional<std::string> path_of_input(const std::vector<std::string>& arguments,
                                         const std::string& name) {
  if (name.empty() || name == "-") return std::nullopt;
  std::vector<std::string> folders;
  std::vector<std::string> with_missing;  // what is gone may have been a folder, and have a label
  for (const std::string& argument : arguments) {
    std::error_code ignored;
    if (argument == "-" || argument.empty()) continue;
    if (argument == name && is_file(name)) return name;
    if (fs::is_directory(argument, ignored)) folders.push_back(argument);
    if (!is_file(argument)) with_missing.push_back(argument);
  }
  if (auto path = member_of(folders, name)) return path;
  if (with_missing.size() > folders.size()) {
    if (auto path = member_of(with_missing, name)) return path;
  }
  if (is_path_of_member(folders, name) && is_file(name)) return name;
  return std::nullopt;
}

}  // namespace facsim

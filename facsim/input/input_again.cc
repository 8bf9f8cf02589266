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

// True if a walk through a folder can produce this name: x//a, ./a and b/../a also open files, but
// no row has such a name.
bool is_member_name(std::string_view name) {
  const fs::path path(name);
  return !name.empty() && !path.is_absolute() &&
         path.lexically_normal().native() == path.native() && *path.begin() != ".." &&
         *path.begin() != ".";
}

// Returns the path of an argument of a command that ran in `base`; empty: in the working folder.
std::string at(const std::string& base, const std::string& argument) {
  return base.empty() ? argument : (fs::path(base) / argument).string();
}

std::optional<std::string> inside(const std::string& folder, std::string_view member) {
  const fs::path path = fs::path(folder) / member;
  if (!is_member_name(member) || !is_file(path)) return std::nullopt;
  return path.string();
}

// Resolves `name` as the name of a member of these folders.
std::optional<std::string> member_of(const std::vector<std::string>& folders,
                                     const std::string& name, const std::string& base) {
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
    if (auto path = inside(at(base, folders[i]), member)) return path;
  }
  return std::nullopt;
}

// A member whose name another input also has is named by its path.
bool is_path_of_member(const std::vector<std::string>& folders, const std::string& name) {
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
    const std::string front = (fs::path(folder) / "").string();
    return name.starts_with(front) && is_member_name(std::string_view(name).substr(front.size()));
  });
}

// Returns the file's path relative to the folder; nullopt if it is elsewhere. Links are not
// followed, as in names of members.
std::optional<std::string> member_name(const std::string& folder, const fs::path& file) {
  std::error_code failed;
  const fs::path whole = fs::absolute(file, failed).lexically_normal();
  if (failed) return std::nullopt;
  const fs::path root = fs::absolute(folder, failed).lexically_normal();
  if (failed) return std::nullopt;
  std::string member = whole.lexically_relative(root).string();
  if (!is_member_name(member)) return std::nullopt;
  return member;
}

// All names that find_inputs() might give the file, if some argument has it.
std::vector<std::string> possible_names(const std::vector<std::string>& arguments,
                                        const std::vector<std::string>& folders,
                                        const fs::path& file, const std::string& base) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const std::string& argument : arguments) {
    std::string path = at(base, argument);
    if (is_file(path) && fs::equivalent(path, file, ignored)) names.push_back(argument);
  }
  const std::vector<std::string> labels =
      folders.empty() ? std::vector<std::string>() : folder_labels(folders);
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const auto member = member_name(at(base, folders[i]), file);
    if (!member) continue;
    names.push_back(*member);
    names.push_back(labels[i] + "/" + *member);
    names.push_back((fs::path(folders[i]) / *member).string());
  }
  return names;
}

std::optional<std::string> path_from(const std::vector<std::string>& arguments,
                                     const std::string& name, const std::string& base) {
  std::vector<std::string> folders;
  std::vector<std::string> with_missing;  // a missing argument may have been a folder, with a label
  for (const std::string& argument : arguments) {
    std::error_code ignored;
    if (argument == "-" || argument.empty()) continue;
    std::string path = at(base, argument);
    if (argument == name && is_file(path)) return path;
    if (fs::is_directory(path, ignored)) folders.push_back(argument);
    if (!is_file(path)) with_missing.push_back(argument);
  }
  if (auto path = member_of(folders, name, base)) return path;
  if (with_missing.size() > folders.size()) {
    if (auto path = member_of(with_missing, name, base)) return path;
  }
  std::string path = at(base, name);
  if (is_path_of_member(folders, name) && is_file(path)) return path;
  return std::nullopt;
}

std::vector<std::string> names_from(const std::vector<std::string>& arguments,
                                    const std::string& word, const std::string& base) {
  std::vector<std::string> names;
  std::vector<std::string> folders;
  std::error_code ignored;
  for (const std::string& argument : arguments) {
    if (argument != "-" && fs::is_directory(at(base, argument), ignored)) {
      folders.push_back(argument);
    }
  }
  std::vector<fs::path> meant = {word};
  if (!base.empty()) meant.emplace_back(at(base, word));
  for (const std::string& folder : folders) {
    if (word.front() != '/') meant.push_back(fs::path(at(base, folder)) / word);
  }
  for (const fs::path& file : meant) {
    if (!is_file(file)) continue;
    for (std::string& name : possible_names(arguments, folders, file, base)) {
      const auto path = path_from(arguments, name, base);
      if (!path || !fs::equivalent(*path, file, ignored)) continue;  // another file has this name
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

}  // namespace

std::optional<std::string> path_of_input(const std::vector<std::string>& arguments,
                                         const std::string& name, const std::string& base) {
  if (name.empty() || name == "-") return std::nullopt;
  if (!base.empty()) {
    if (auto path = path_from(arguments, name, base)) return path;
  }
  return path_from(arguments, name, {});
}

std::vector<std::string> names_of_input(const std::vector<std::string>& arguments,
                                        const std::string& word, const std::string& base) {
  if (word.empty() || word == "-") return {};
  if (!base.empty()) {
    if (auto names = names_from(arguments, word, base); !names.empty()) return names;
  }
  return names_from(arguments, word, {});
}

}  // namespace facsim

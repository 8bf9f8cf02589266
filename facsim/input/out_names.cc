// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/out_names_internal.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <unordered_map>
#include <unordered_set>

#include "facsim/base/error.h"
#include "facsim/input/sniff_internal.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

std::string joined(std::string_view folder, std::string_view path) {
  std::string result(folder);
  if (!result.empty() && result.back() != '/') result.push_back('/');
  return result.append(path);
}

// True if the last components of `path` are those of `parts`.
bool ends_with_parts(const fs::path& path, const std::string& parts) {
  const std::string text = path.string();
  return text.ends_with(parts) &&
         (text.size() == parts.size() || text[text.size() - parts.size() - 1] == '/');
}

// Counts the occurrences of each name.
template <class NameOf>
std::unordered_map<std::string, std::size_t> counts_of(const std::vector<InputFile>& files,
                                                       NameOf name_of_file) {
  std::unordered_map<std::string, std::size_t> counts;
  for (const InputFile& file : files) ++counts[name_of_file(file)];
  return counts;
}

std::string stdin_name(const InputFile& file) {
  constexpr std::array<std::string_view, 9> kNames = {"stdin.jsonl", "stdin.warc", "stdin.arc",
                                                      "stdin.html",  "stdin.txt",  "stdin.ndjson",
                                                      "stdin.csv",   "stdin.tsv",  "stdin.parquet"};
  static_assert(kNames.size() == static_cast<std::size_t>(kFileKindLast) + 1);
  constexpr std::array<std::string_view, 6> kSuffixes = {"", ".gz", ".zst", ".lz4", ".xz", ".bz2"};
  static_assert(kSuffixes.size() == static_cast<std::size_t>(Packing::bzip2) + 1);
  return std::string(kNames[static_cast<std::size_t>(file.kind)])
      .append(kSuffixes[static_cast<std::size_t>(file.packing)]);
}

std::string short_name(const InputFile& file) {
  if (file.name == "-") return stdin_name(file);
  if (file.in_folder) return inside_path(file.name);
  const std::string inside = inside_path(file.path);
  return inside.substr(inside.rfind('/') + 1);
}

// Numbers a name: "news/a.warc.gz", 2 -> "news/a-2.warc.gz".
std::string numbered(const std::string& name, std::size_t number) {
  std::size_t base = name.rfind('/');
  base = base == std::string::npos ? 0 : base + 1;
  const std::size_t dot = std::min(name.find('.', base + 1), name.size());
  return name.substr(0, dot) + "-" + std::to_string(number) + name.substr(dot);
}

// All folders that the names need: "a/b/c" needs "a" and "a/b".
std::unordered_set<std::string> folders_of(const std::vector<InputFile>& files) {
  std::unordered_set<std::string> folders;
  for (const InputFile& file : files) {
    for (std::size_t slash = file.out_name.rfind('/'); slash != std::string::npos && slash > 0;
         slash = file.out_name.rfind('/', slash - 1)) {
      if (!folders.insert(file.out_name.substr(0, slash)).second) break;
    }
  }
  return folders;
}

}  // namespace

std::string inside_path(std::string_view path) {
  std::string result;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (part.empty() || part == "." || part == "..") continue;
    if (!result.empty()) result.push_back('/');
    result.append(part);
  }
  return result.empty() ? "input" : result;
}

std::vector<std::string> folder_labels(const std::vector<std::string>& folders) {
  std::vector<fs::path> paths;
  for (const std::string& folder : folders) {
    std::error_code failed;
    fs::path path = fs::canonical(folder, failed);
    if (failed) path = fs::absolute(folder, failed).lexically_normal();
    paths.push_back(path.has_filename() ? path : path.parent_path());
  }
  std::vector<std::string> labels;
  for (const fs::path& path : paths) {
    std::string label;
    fs::path rest = path;
    const auto is_taken = [&] {
      return std::any_of(paths.begin(), paths.end(), [&](const fs::path& other) {
        return other != path && ends_with_parts(other, label);
      });
    };
    do {
      label = label.empty() ? rest.filename().string() : rest.filename().string() + "/" + label;
      rest = rest.parent_path();
    } while (rest.has_filename() && is_taken());
    labels.push_back(std::move(label));
  }
  return labels;
}

void prefix_folders(std::vector<InputFile>& files, const std::vector<std::string>& folders) {
  const std::vector<std::string> labels = folder_labels(folders);
  const bool one = std::all_of(labels.begin(), labels.end(),
                               [&](const std::string& label) { return label == labels.front(); });
  if (!one) {
    std::unordered_map<std::string_view, std::string_view> label_of_folder;
    for (std::size_t i = 0; i < folders.size(); ++i) label_of_folder[folders[i]] = labels[i];
    for (InputFile& file : files) {
      if (file.in_folder) file.name = joined(label_of_folder.at(file.folder), file.name);
    }
  }
  // A named file may have the name of a folder's member.
  const auto counts = counts_of(files, [](const InputFile& file) { return file.name; });
  for (InputFile& file : files) {
    if (file.in_folder && counts.at(file.name) > 1) file.name = file.path;
  }
}

void choose_out_names(std::vector<InputFile>& files) {
  const auto counts = counts_of(files, short_name);
  for (InputFile& file : files) {
    file.out_name = short_name(file);
    if (counts.at(file.out_name) > 1 && file.name != "-") file.out_name = inside_path(file.path);
  }
  const std::unordered_set<std::string> folders = folders_of(files);
  std::unordered_set<std::string> taken;
  for (InputFile& file : files) {
    const std::string wanted = file.out_name;
    for (std::size_t number = 2;
         folders.contains(file.out_name) || !taken.insert(file.out_name).second; ++number) {
      file.out_name = numbered(wanted, number);
    }
  }
}

void refuse_report_names(const std::vector<InputFile>& files) {
  for (const InputFile& file : files) {
    const std::string first = file.out_name.substr(0, file.out_name.find('/'));
    if (std::find(kReportNames.begin(), kReportNames.end(), first) != kReportNames.end()) {
      throw Error(ErrorCode::already_exists,
                  "the output has a report named " + first +
                      "; rename the input or put it into a folder of another name",
                  file.path);
    }
  }
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/out_names_internal.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "facsim/base/error.h"
#include "facsim/input/sniff_internal.h"

namespace facsim {
namespace {

constexpr std::array<std::string_view, 6> kReportNames = {"duplicates.jsonl", "reported.jsonl",
                                                          "clusters.jsonl",   "annotations.jsonl",
                                                          "summary.json",     "kept.txt"};

std::string joined(std::string_view folder, std::string_view path) {
  std::string result(folder);
  if (!result.empty() && result.back() != '/') result.push_back('/');
  return result.append(path);
}

// How often each name occurs.
template <class NameOf>
std::unordered_map<std::string, std::size_t> counts_of(const std::vector<InputFile>& files,
                                                       NameOf name_of_file) {
  std::unordered_map<std::string, std::size_t> counts;
  for (const InputFile& file : files) ++counts[name_of_file(file)];
  return counts;
}

std::string stdin_name(const InputFile& file) {
  constexpr std::array<std::string_view, 5> kNames = {"stdin.jsonl", "stdin.warc", "stdin.arc",
                                                      "stdin.html", "stdin.txt"};
  constexpr std::array<std::string_view, 4> kSuffixes = {"", ".gz", ".zst", ".lz4"};
  return std::string(kNames[static_cast<std::size_t>(file.kind)])
      .append(kSuffixes[static_cast<std::size_t>(file.packing)]);
}

std::string short_name(const InputFile& file) {
  if (file.name == "-") return stdin_name(file);
  if (file.in_folder) return inside_path(file.path.substr(file.folder.size()));
  const std::string inside = inside_path(file.path);
  return inside.substr(inside.rfind('/') + 1);
}

// "news/a.warc.gz", 2 -> "news/a-2.warc.gz".
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

void make_names_distinct(std::vector<InputFile>& files) {
  const auto counts = counts_of(files, [](const InputFile& file) { return file.name; });
  for (InputFile& file : files) {
    if (file.in_folder && counts.at(file.name) > 1) file.name = joined(file.folder, file.name);
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
  refuse_report_names(files);
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/result/earlier_result_internal.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string_view>

#include "facsim/files/json_scan.h"
#include "facsim/files/name_text.h"
#include "facsim/files/own_file.h"
#include "facsim/files/write_error.h"
#include "facsim/result/is_result_folder.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

// A name takes about 60 bytes: enough for more than 4 million linked pages in one folder.
constexpr std::size_t kSummaryBytesMax = std::size_t{256} << 20;
constexpr std::string_view kEarlierRemedy = "remove it by hand";

std::optional<std::string> read_summary(const std::string& path) {
  // One byte more than the limit shows that the file is too large.
  std::optional<std::string> text = beginning_of_own(path, kSummaryBytesMax + 1);
  if (text && text->size() > kSummaryBytesMax) return std::nullopt;
  return text;
}

// Returns where the value of a member begins; nullopt unless the object is complete and has it
// once.
std::optional<std::size_t> value_of(std::string_view text, std::size_t open,
                                    std::string_view name) {
  JsonPieces members(text, open);
  std::optional<std::size_t> found;
  for (JsonPiece member; members.next(member);) {
    if (member.name != name) continue;
    if (found) return std::nullopt;
    found = member.value;
  }
  return members.whole() ? found : std::nullopt;
}

// Appends the name in the string at `at`.
bool take_name(std::string_view text, std::size_t at, std::vector<std::string>& names) {
  if (at >= text.size() || text[at] != '"') return false;
  // The string ends at the first quote without a backslash before it.
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  if (end >= text.size()) return false;
  const std::optional<std::string> name = json_string(text.substr(at + 1, end - at - 1));
  if (!name) return false;
  names.push_back(name_of_text(*name));
  return stays_inside(names.back());
}

// Appends all names of an array of strings, or of objects with a member "name".
bool take_names(std::string_view text, std::size_t open, std::vector<std::string>& names) {
  if (open >= text.size() || text[open] != '[') return false;
  JsonPieces elements(text, open);
  for (JsonPiece element; elements.next(element);) {
    std::optional<std::size_t> at = element.value;
    if (text[element.value] == '{') at = value_of(text, element.value, "name");
    if (!at || !take_name(text, *at, names)) return false;
  }
  return elements.whole();
}

std::optional<std::vector<std::string>> named_outputs(std::string_view text) {
  const std::optional<std::size_t> run = value_of(text, 0, "run");
  if (!run || text[*run] != '{') return std::nullopt;
  const std::optional<std::size_t> outputs = value_of(text, *run, "outputs");
  const std::optional<std::size_t> linked = value_of(text, *run, "linked");
  std::vector<std::string> names;
  if (!outputs || !take_names(text, *outputs, names)) return std::nullopt;
  if (linked && !take_names(text, *linked, names)) return std::nullopt;
  return names;
}

// Opens a folder below `folder` without following symbolic links; the handle is -1 on failure.
FileHandle open_below(int folder, std::string_view path) {
  FileHandle at(::dup(folder));
  while (at.get() >= 0 && !path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string part(path.substr(0, slash));
    at = open_own_folder(at, part);
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  }
  return at;
}

std::string_view parent_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string leaf_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

// Returns true if the file was removed.
bool remove_file(int root, const std::string& folder, const std::string& name) {
  const FileHandle parent = open_below(root, parent_of(name));
  struct stat status = {};
  if (parent.get() < 0 ||
      ::fstatat(parent.get(), leaf_of(name).c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 ||
      !S_ISREG(status.st_mode)) {
    return false;
  }
  if (::unlinkat(parent.get(), leaf_of(name).c_str(), 0) == 0) return true;
  if (errno == ENOENT) return false;
  throw write_error(errno, folder + "/" + name, kEarlierRemedy);
}

}  // namespace

EarlierResult read_earlier_result(const std::string& folder) {
  const std::string path = folder + "/" + kSummaryName;
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0) return {};
  EarlierResult earlier;
  if (is_result_folder(folder)) {
    const std::optional<std::string> text = read_summary(path);
    std::optional<std::vector<std::string>> names;
    if (text) names = named_outputs(*text);
    if (names) {
      earlier.outputs = std::move(*names);
      return earlier;
    }
  }
  earlier.warning =
      "the summary.json that was in the output folder is not as facsim writes it; no file of an "
      "earlier run was removed";
  return earlier;
}

void remove_earlier_outputs(const std::string& folder, const std::vector<std::string>& names,
                            const std::vector<std::string>& fresh) {
  const FileHandle root = open_own_folder(folder);
  if (root.get() < 0) throw write_error(errno, folder, kEarlierRemedy);
  std::vector<std::string> left;  // folders that lost a file
  for (const std::string& name : names) {
    if (std::binary_search(fresh.begin(), fresh.end(), name)) continue;
    if (!remove_file(root.get(), folder, name)) continue;
    if (left.empty() || left.back() != parent_of(name)) left.emplace_back(parent_of(name));
  }
  // From each folder upwards, remove folders until one is not empty.
  for (const std::string& lost : left) {
    for (std::string_view at = lost; !at.empty(); at = parent_of(at)) {
      const FileHandle parent = open_below(root.get(), parent_of(at));
      if (parent.get() < 0) break;
      if (::unlinkat(parent.get(), leaf_of(at).c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT) {
        break;
      }
    }
  }
}

}  // namespace facsim

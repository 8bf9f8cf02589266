// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <random>
#include <utility>

#include "facsim/files/own_file.h"
#include "facsim/files/write_error.h"
#include "facsim/result/hidden_folder_internal.h"
#include "facsim/result/is_result_folder.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

constexpr int kNameTriesMax = 100;
constexpr std::string_view kHiddenMark = ".facsim-";
constexpr std::string_view kDrawnLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::size_t kLettersDrawn = 6;

}  // namespace

bool summary_last(const std::filesystem::path& a, const std::filesystem::path& b) {
  return std::pair(a == kSummaryName, a) < std::pair(b == kSummaryName, b);
}

std::string hidden_prefix(const std::string& name) { return ("." + name).append(kHiddenMark); }

bool is_unfinished_result(std::string_view name) noexcept {
  if (!name.starts_with('.') || name.size() < kHiddenMark.size() + kLettersDrawn) return false;
  const std::string_view drawn = name.substr(name.size() - kLettersDrawn);
  name.remove_suffix(kLettersDrawn);
  return name.ends_with(kHiddenMark) &&
         drawn.find_first_not_of(kDrawnLetters) == std::string_view::npos;
}

std::string make_hidden(const std::filesystem::path& parent, const std::string& name) {
  std::random_device random;
  for (int i = 0; i < kNameTriesMax; ++i) {
    std::string path = (parent / hidden_prefix(name)).string();
    for (std::size_t j = 0; j < kLettersDrawn; ++j)
      path += kDrawnLetters[random() % kDrawnLetters.size()];
    if (::mkdir(path.c_str(), 0777) == 0) return path;
    if (errno != EEXIST) throw write_error(errno, parent.string(), kResultRemedy);
  }
  throw Error(ErrorCode::io, "no free name for a temporary folder", parent.string());
}

void move_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) throw write_error(errno, to.string(), kResultRemedy);
}

void sync_files(const std::string& folder) {
  const FileHandle handle = open_own_folder(folder);
  if (handle.get() < 0 || ::syncfs(handle.get()) == 0) return;
  if (errno == EIO || errno == ENOSPC || errno == EDQUOT)
    throw write_error(errno, folder, kResultRemedy);
}

void sync_folder(const std::filesystem::path& folder) {
  const FileHandle handle = open_own_folder(folder.string());
  if (handle.get() >= 0) ::fsync(handle.get());
}

}  // namespace facsim

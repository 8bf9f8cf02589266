// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/folder_walk_internal.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/files/result_folder.h"
#include "facsim/input/beginning_internal.h"
#include "facsim/input/sniff_internal.h"
#include "facsim/input/text_bits_internal.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

// Enough to see what it is about; the rest is counted.
constexpr std::size_t kNamesWarnedOf = 5;
constexpr std::size_t kKindsNamed = 6;
// What is longer is hardly an extension.
constexpr std::size_t kExtensionBytesMax = 8;

std::string kind_label(const std::string& extension) {
  const bool plain = std::all_of(extension.begin(), extension.end(),
                                 [](char c) { return is_letter(c) || is_digit(c); });
  if (extension.empty() || extension.size() > kExtensionBytesMax || !plain) return "no extension";
  return "." + extension;
}

class Walk {
 public:
  Walk(const std::string& folder, NotReadHere& not_read) : folder_(folder), not_read_(not_read) {}

  std::vector<std::string> take() {
    folders_.emplace_back(folder_);
    while (!folders_.empty()) {
      const fs::path folder = std::move(folders_.back());
      folders_.pop_back();
      look_into(folder);
    }
    std::sort(members_.begin(), members_.end());
    return std::move(members_);
  }

 private:
  void look_into(const fs::path& folder) {
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) look_at(*entry);
    if (!error) return;
    if (folder == fs::path(folder_)) throw_system_error(error.value(), folder_);
    not_read_.refused(folder.string(), system_reason(error.value()));
  }

  void look_at(const fs::directory_entry& entry) {
    const std::string base = entry.path().filename().string();
    if (base.starts_with('.')) return;
    std::error_code failed;
    const bool is_link = entry.is_symlink(failed);
    const fs::file_status status = entry.status(failed);
    if (fs::is_directory(status)) {
      if (is_link) return not_read_.other("links to folders");
      if (!is_result_folder(entry.path().string())) return folders_.push_back(entry.path());
      return not_read_.refused(entry.path().string(), "is a result of facsim, not an input");
    }
    if (fs::is_regular_file(status)) return look_at_file(entry.path(), base);
    if (status.type() == fs::file_type::not_found) return not_read_.other("broken links");
    if (status.type() == fs::file_type::none) {
      return not_read_.refused(entry.path().string(), system_reason(failed.value()));
    }
    not_read_.other("pipes and devices");
  }

  void look_at_file(const fs::path& path, const std::string& base) {
    const std::string extension = name_parts(base).extension;
    const InFolder wanted = in_folder(extension);
    if (wanted == InFolder::leave) return not_read_.other(kind_label(extension));
    if (wanted == InFolder::look_at) {
      try {
        const Beginning beginning = beginning_of(path.string(), kPageSniffBytes);
        if (const auto why = why_not_read(extension, beginning.bytes, beginning.whole)) {
          return not_read_.refused(path.string(), std::string(*why));
        }
        if (!is_saved_page(beginning.bytes)) return not_read_.other(kind_label(extension));
      } catch (const Error& error) {
        return not_read_.refused(path.string(), reason_of(error));
      }
    }
    members_.push_back(path.lexically_relative(folder_).string());
  }

  const std::string& folder_;
  NotReadHere& not_read_;
  std::vector<fs::path> folders_;
  std::vector<std::string> members_;
};

}  // namespace

void NotReadHere::other(const std::string& kind) {
  ++others_[kind];
  ++count_;
}

void NotReadHere::refused(const std::string& path, const std::string& why) {
  Refused& same = refused_[why];
  if (same.paths.size() < kNamesWarnedOf) same.paths.push_back(path);
  ++same.count;
  ++count_;
}

std::vector<std::string> NotReadHere::warnings() const {
  std::vector<std::string> lines;
  for (const auto& [why, same] : refused_) {
    std::vector<std::string> paths = same.paths;
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) lines.push_back(path + ": " + why);
    if (same.count > paths.size()) {
      lines.push_back(folder_ + ": " + std::to_string(same.count - paths.size()) +
                      " more were not read: " + why);
    }
  }
  if (others_.empty()) return lines;
  std::vector<std::pair<std::string, std::uint64_t>> kinds(others_.begin(), others_.end());
  std::sort(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::uint64_t total = 0;
  std::string list;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    total += kinds[i].second;
    if (i > kKindsNamed) continue;
    if (!list.empty()) list += ", ";
    list += i == kKindsNamed ? "..." : kinds[i].first + " " + std::to_string(kinds[i].second);
  }
  lines.push_back(folder_ + ": " + std::to_string(total) +
                  (total == 1 ? " other file was" : " other files were") + " not read (" + list +
                  ")");
  return lines;
}

std::vector<std::string> walk_folder(const std::string& folder, NotReadHere& not_read) {
  return Walk(folder, not_read).take();
}

}  // namespace facsim

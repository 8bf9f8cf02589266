// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/folder_walk_internal.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/input/beginning_internal.h"
#include "facsim/input/sniff_internal.h"
#include "facsim/input/text_bits_internal.h"
#include "facsim/result/is_result_folder.h"
#include "facsim/tables/parquet_file.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

// Enough names to show what it is about; the rest is counted.
constexpr std::size_t kNamesWarnedOf = 5;
constexpr std::size_t kKindsNamed = 6;
// Longer ones are hardly extensions.
constexpr std::size_t kExtensionBytesMax = 8;

Sentence why_leaves() {
  return "is a link out of the folder; " + Named::follow + " reads such links";
}

std::string kind_label(const std::string& extension) {
  const bool plain = std::all_of(extension.begin(), extension.end(),
                                 [](char c) { return is_letter(c) || is_digit(c); });
  if (extension.empty() || extension.size() > kExtensionBytesMax || !plain) return "no extension";
  return "." + extension;
}

class Walk {
 public:
  Walk(const std::string& folder, const FindOptions& options, NotReadHere& not_read)
      : folder_(folder), follow_(options.follow), is_own_(options.is_own), not_read_(not_read) {
    std::error_code failed;
    root_ = fs::canonical(folder, failed);  // if that fails, so does reading it
  }

  std::vector<std::string> take() {
    add_folder(folder_, "");
    for (;;) {
      while (!folders_.empty()) {
        const fs::path folder = std::move(folders_.back());
        folders_.pop_back();
        look_into(folder);
      }
      // Only now: a folder with a name of its own here is read under it.
      if (links_to_folders_.empty()) break;
      const fs::path link = std::move(links_to_folders_.extract(links_to_folders_.begin()).value());
      add_folder(link, "links to folders that are read already");
    }
    add_file_links();
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

  // Adds a folder to walk, unless it is known: links can form cycles.
  void add_folder(const fs::path& path, const std::string& if_known) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) {
      if (path != fs::path(folder_)) return not_read_.refused(path.string(), system_reason(errno));
    } else if (!known_.insert({status.st_dev, status.st_ino}).second) {
      return not_read_.other(if_known);
    }
    folders_.push_back(path);
  }

  // True if the path leads out of the folder, through any links.
  [[nodiscard]] bool leaves(const fs::path& path) const {
    std::error_code failed;
    const fs::path target = fs::canonical(path, failed);
    if (failed) return true;
    return std::mismatch(root_.begin(), root_.end(), target.begin(), target.end()).first !=
           root_.end();
  }

  void look_at(const fs::directory_entry& entry) {
    const std::string base = entry.path().filename().string();
    if (base.starts_with('.')) {
      if (!is_unfinished_result(base)) not_read_.hidden(entry.path().string());
      return;
    }
    if (is_own_ && is_own_(entry.path().string())) return;
    std::error_code failed;
    const bool is_link = entry.is_symlink(failed);
    const fs::file_status status = entry.status(failed);
    if (fs::is_directory(status)) {
      if (is_link && !follow_) return look_at_folder_link(entry.path());
      if (is_result_folder(entry.path().string())) {
        return not_read_.refused(entry.path().string(), std::string(kIsResult));
      }
      if (!is_link) return add_folder(entry.path(), "folders that are read already");
      links_to_folders_.insert(entry.path());
      return;
    }
    if (fs::is_regular_file(status)) return look_at_file(entry.path(), base, is_link);
    if (status.type() == fs::file_type::not_found) return not_read_.other("broken links");
    if (status.type() == fs::file_type::none) {
      return not_read_.refused(entry.path().string(), system_reason(failed.value()));
    }
    not_read_.other("pipes and devices");
  }

  void look_at_folder_link(const fs::path& path) {
    leaves(path) ? not_read_.refused(path.string(), why_leaves())
                 : not_read_.other("links to folders");
  }

  void add_file(const fs::path& path, bool is_link) {
    if (is_link) {
      links_to_files_.insert(path);
    } else {
      members_.push_back(path.lexically_relative(folder_).string());
    }
  }

  // A file with several names is one page: its copy would be itself. It gets its own name, else
  // that of the first link in byte order.
  void add_file_links() {
    if (links_to_files_.empty()) return;
    std::set<std::pair<dev_t, ino_t>> known;
    struct stat status{};
    for (const std::string& member : members_) {
      const fs::path path = fs::path(folder_) / member;
      if (::stat(path.c_str(), &status) == 0) known.insert({status.st_dev, status.st_ino});
    }
    for (const fs::path& link : links_to_files_) {
      if (::stat(link.c_str(), &status) == 0 &&
          !known.insert({status.st_dev, status.st_ino}).second) {
        not_read_.other("links to files that are read already");
      } else {
        members_.push_back(link.lexically_relative(folder_).string());
      }
    }
  }

  void look_at_file(const fs::path& path, const std::string& base, bool is_link) {
    const std::string extension = name_parts(base).extension;
    const InFolder wanted = in_folder(extension);
    if (wanted == InFolder::leave) return not_read_.other(kind_label(extension));
    if (is_link && !follow_ && leaves(path)) {
      return not_read_.refused(path.string(), why_leaves());
    }
    if (wanted == InFolder::look_at) {
      try {
        const Beginning beginning = beginning_of(path.string(), kPageSniffBytes);
        if (parquet_marks(path.string(), beginning.bytes) == ParquetMarks::both) {
          // Files that writers put beside the files of a table: the footers of all of them.
          if (base == "_metadata" || base == "_common_metadata") {
            return not_read_.other(kind_label(extension));
          }
          add_file(path, is_link);
          return;
        }
        if (const auto why = why_packed_twice(beginning)) {
          return not_read_.refused(path.string(), *why);
        }
        if (const auto why = why_not_read(extension, beginning.bytes, beginning.whole)) {
          return not_read_.refused(path.string(), std::string(*why));
        }
        if (!is_saved_page(beginning.bytes)) return look_past(path, extension, beginning);
      } catch (const Error& error) {
        return not_read_.refused(path.string(), error.without_place());
      }
    }
    add_file(path, is_link);
  }

  // Text under a name without an extension may be wanted; packed text under any other name, too
  // (changelog.Debian.gz): program sources are rarely packed one by one.
  void look_past(const fs::path& path, const std::string& extension, const Beginning& beginning) {
    const bool may_be_meant = extension.empty() || beginning.packing != Packing::none;
    if (may_be_meant && is_plain_text(beginning.bytes)) {
      return not_read_.text(path.string(), kind_label(extension));
    }
    not_read_.other(kind_label(extension));
  }

  const std::string& folder_;
  const bool follow_;
  const std::function<bool(const std::string&)>& is_own_;
  NotReadHere& not_read_;
  fs::path root_;  // with links resolved
  std::vector<fs::path> folders_;
  std::set<fs::path> links_to_folders_;
  std::set<fs::path> links_to_files_;
  std::set<std::pair<dev_t, ino_t>> known_;  // folders
  std::vector<std::string> members_;
};

}  // namespace

void NotReadHere::other(const std::string& kind) {
  ++others_[kind];
  ++count_;
}

void NotReadHere::text(const std::string& path, const std::string& kind) {
  if (text_count_++ == 0 || path < first_text_) first_text_ = path;
  other(kind);
}

std::string NotReadHere::unread_text() const {
  if (text_count_ == 0) return {};
  const std::string files = text_count_ == 1
                                ? first_text_ + " holds text, but its name does not say so"
                                : std::to_string(text_count_) + " files (first " + first_text_ +
                                      ") hold text, but their names do not say so";
  return files +
         "; to read such a file, name it, or give it the name of its kind (.txt, .jsonl, .warc; "
         "packed .txt.gz)";
}

void NotReadHere::hidden(const std::string& path) {
  if (hidden_count_++ == 0 || path < first_hidden_) first_hidden_ = path;
  ++count_;
}

void NotReadHere::refused(const std::string& path, const Sentence& why) {
  Refused& same = refused_[why.plain()];
  same.why = why;
  // The first in byte order, whatever the order of the system.
  same.paths.insert(std::upper_bound(same.paths.begin(), same.paths.end(), path), path);
  if (same.paths.size() > kNamesWarnedOf) same.paths.pop_back();
  ++same.count;
  ++count_;
}

std::vector<Sentence> NotReadHere::warnings() const {
  std::vector<Sentence> lines;
  for (const auto& [text, same] : refused_) {
    for (const std::string& path : same.paths) lines.push_back(path + ": " + same.why);
    if (same.count > same.paths.size()) {
      lines.push_back(folder_ + ": " + std::to_string(same.count - same.paths.size()) +
                      " more were not read: " + same.why);
    }
  }
  if (hidden_count_ > 0) {
    lines.push_back(
        folder_ + ": " + std::to_string(hidden_count_) +
        (hidden_count_ == 1 ? " hidden file or folder was" : " hidden files or folders were") +
        " not read (" + (hidden_count_ == 1 ? "" : "first ") + first_hidden_ +
        "); to read one, name it");
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

std::vector<std::string> walk_folder(const std::string& folder, const FindOptions& options,
                                     NotReadHere& not_read) {
  return Walk(folder, options, not_read).take();
}

}  // namespace facsim

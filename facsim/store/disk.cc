// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "facsim/files/own_file.h"
#include "facsim/files/write_error.h"
#include "facsim/store/disk_internal.h"
#include "facsim/store/huge_pages.h"

namespace facsim {

namespace {

constexpr std::string_view kTemporarySuffix = ".tmp";
constexpr std::string_view kRemedy = "make room or choose another folder";

std::string system_message(int error_number) {
  return std::generic_category().message(error_number);
}

bool is_number(std::string_view text) noexcept {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string temporary_name(std::string_view target) {
  static std::atomic<std::uint64_t> count = 0;
  return folder_of(target)
      .append("/.")
      .append(file_name_of(target))
      .append(".")
      .append(std::to_string(::getpid()))
      .append("-")
      .append(std::to_string(count++))
      .append(kTemporarySuffix);
}

}  // namespace

Error disk_error(int error_number, const std::string& path, std::string_view doing) {
  if (const auto full = no_space_error(error_number, path, kRemedy)) return *full;
  const bool missing = error_number == ENOENT || error_number == ENOTDIR;
  return {missing ? ErrorCode::not_found : ErrorCode::io,
          "cannot be " + std::string(doing) + ": " + system_message(error_number), path};
}

std::string_view file_name_of(std::string_view path) noexcept {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return std::string(path.substr(0, std::max<std::size_t>(slash, 1)));
}

void sync_folder(const std::string& folder) {
  take_step("sync folder");
  const FileHandle handle = open_own_folder(folder);
  if (handle.get() < 0) throw disk_error(errno, folder, "opened");
  // Some network file systems cannot sync folders and return EINVAL.
  if (::fsync(handle.get()) != 0 && errno != EINVAL) throw disk_error(errno, folder, "synced");
}

void remove_file(const std::string& path) {
  take_step("remove", file_name_of(path));
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw disk_error(errno, path, "removed");
}

std::optional<std::string> read_at(const FileHandle& file, std::uint64_t offset,
                                   std::span<std::byte> into) {
  while (!into.empty()) {
    const ssize_t got = ::pread(file.get(), into.data(), into.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return "cannot be read: " + system_message(errno);
    if (got == 0) return "the file ends at byte " + std::to_string(offset);
    offset += static_cast<std::uint64_t>(got);
    into = into.subspan(static_cast<std::size_t>(got));
  }
  return std::nullopt;
}

std::uint64_t size_of(const FileHandle& file, const std::string& path) {
  struct stat status = {};
  if (::fstat(file.get(), &status) != 0) throw disk_error(errno, path, "read");
  if (!S_ISREG(status.st_mode)) throw Error(ErrorCode::io, "is not a plain file", path);
  return static_cast<std::uint64_t>(status.st_size);
}

std::optional<std::string_view> target_of_temporary(std::string_view name) noexcept {
  if (!name.starts_with('.') || !name.ends_with(kTemporarySuffix)) return std::nullopt;
  name.remove_prefix(1);
  name.remove_suffix(kTemporarySuffix.size());
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view writer = name.substr(dot + 1);
  const std::size_t dash = writer.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  if (!is_number(writer.substr(0, dash)) || !is_number(writer.substr(dash + 1))) {
    return std::nullopt;
  }
  return name.substr(0, dot);
}

NewFile::NewFile(std::string target) : target_(std::move(target)) {
  take_step("create", file_name_of(target_));
  // The name can exist only from a process of another machine, or a dead process with our number.
  do {
    temporary_ = temporary_name(target_);
    file_ = create_own_file(temporary_);
  } while (file_.get() < 0 && (errno == EEXIST || errno == EINTR));
  if (file_.get() < 0) throw disk_error(errno, target_, "made");
}

// Reports no step: a destructor must not throw, and a killed process never gets here.
NewFile::~NewFile() {
  if (!renamed_) ::unlink(temporary_.c_str());
}

void NewFile::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto count =
        std::min<std::uint64_t>(bytes.size(), kHugePageBytes - size_ % kHugePageBytes);
    if (count == kHugePageBytes) {
      write_at(size_, bytes.first(count));
    } else {
      pending_.insert(pending_.end(), bytes.begin(),
                      bytes.begin() + static_cast<std::ptrdiff_t>(count));
    }
    size_ += count;
    if (size_ % kHugePageBytes == 0) write_pending();
    bytes = bytes.subspan(count);
  }
}

void NewFile::write_pending() {
  write_at(size_ - pending_.size(), pending_);
  pending_.clear();
}

void NewFile::overwrite(std::uint64_t offset, std::span<const std::byte> bytes) {
  write_pending();
  write_at(offset, bytes);
}

void NewFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  take_step("write", file_name_of(target_));
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    // A file system may write 0 bytes without an error: it is full.
    if (written <= 0) throw disk_error(written < 0 ? errno : ENOSPC, target_, "written");
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void NewFile::commit() {
  write_pending();
  take_step("sync", file_name_of(target_));
  // Not retried: after a failed sync the system may have dropped what it could not write.
  if (::fsync(file_.get()) != 0) throw disk_error(errno, target_, "synced");
  take_step("rename", file_name_of(target_));
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) {
    throw disk_error(errno, target_, "put in its place");
  }
  renamed_ = true;
  sync_folder(folder_of(target_));
}

}  // namespace facsim

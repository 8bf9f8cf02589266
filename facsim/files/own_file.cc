// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/own_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "facsim/base/error.h"

namespace facsim {
namespace {

// Does not wait for a pipe's other end, and does not take a terminal as the controlling one.
constexpr int kNoWait = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

int open_again(const std::string& path, int flags, unsigned mode = 0) {
  for (;;) {
    const int descriptor = ::open(path.c_str(), flags, mode);
    if (descriptor >= 0 || errno != EINTR) return descriptor;
  }
}

[[noreturn]] void throw_not_regular(const std::string& path) {
  throw Error(ErrorCode::io,
              "is no regular file (a pipe, a device, a socket?); facsim does not read it here",
              path);
}

struct stat status_of(const FileHandle& file, const std::string& path) {
  struct stat status = {};
  if (::fstat(file.get(), &status) != 0) {
    throw Error(ErrorCode::io, "cannot be read: " + std::generic_category().message(errno), path);
  }
  return status;
}

// Fills `text` up to the end of the file; returns false on a system error.
bool read_into(const FileHandle& file, std::string& text) {
  std::size_t filled = 0;
  while (filled < text.size()) {
    const ssize_t got = ::read(file.get(), text.data() + filled, text.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  text.resize(filled);
  return true;
}

}  // namespace

FileHandle open_own_file(const std::string& path) {
  FileHandle file(open_again(path, O_RDONLY | kNoWait));
  if (file.get() < 0) {
    if (errno == ENXIO || errno == ENODEV) throw_not_regular(path);  // a socket, a device
    const bool missing = errno == ENOENT || errno == ENOTDIR;
    throw Error(missing ? ErrorCode::not_found : ErrorCode::io,
                "cannot be opened: " + std::generic_category().message(errno), path);
  }
  const struct stat status = status_of(file, path);
  if (S_ISDIR(status.st_mode)) throw Error(ErrorCode::io, "is a folder, not a file", path);
  if (!S_ISREG(status.st_mode)) throw_not_regular(path);
  return file;
}

std::string read_own_file(const std::string& path, std::uint64_t bytes_max,
                          std::string_view too_large) {
  const FileHandle file = open_own_file(path);
  const auto bytes = static_cast<std::uint64_t>(status_of(file, path).st_size);
  if (bytes > bytes_max) throw Error(ErrorCode::invalid_argument, too_large, path);
  std::string text(bytes, '\0');
  if (!read_into(file, text)) {
    throw Error(ErrorCode::io, "cannot be read: " + std::generic_category().message(errno), path);
  }
  return text;
}

std::optional<std::string> beginning_of_own(const std::string& path, std::uint64_t bytes_max) {
  const FileHandle file(open_again(path, O_RDONLY | O_NOFOLLOW | kNoWait));
  struct stat status = {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return std::nullopt;
  }
  std::string text(std::min<std::uint64_t>(bytes_max, static_cast<std::uint64_t>(status.st_size)),
                   '\0');
  if (!read_into(file, text)) return std::nullopt;
  return text;
}

FileHandle open_own_lock(const std::string& path, WhereMissing missing) {
  const int make = missing == WhereMissing::make ? O_CREAT : 0;
  FileHandle file(open_again(path, O_RDWR | make | kNoWait, 0666));
  if (file.get() < 0) {
    if (errno == ENXIO || errno == ENODEV) throw_not_regular(path);
    return file;
  }
  if (!S_ISREG(status_of(file, path).st_mode)) throw_not_regular(path);
  return file;
}

FileHandle create_own_file(const std::string& path, unsigned mode) {
  return FileHandle(open_again(path, O_RDWR | O_CREAT | O_EXCL | kNoWait, mode));
}

FileHandle open_own_folder(const std::string& path) {
  return FileHandle(open_again(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

FileHandle open_own_folder(const FileHandle& folder, const std::string& name) {
  return FileHandle(
      ::openat(folder.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

}  // namespace facsim

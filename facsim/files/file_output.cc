// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/file_output_internal.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "facsim/files/own_file.h"

namespace facsim {

namespace {

constexpr std::size_t kOutputBufferBytes = std::size_t{256} << 10;
constexpr std::string_view kRemedy = "make room or choose another output folder";

}  // namespace

Error write_error(int error_number, const std::string& path, std::string_view remedy) {
  if (error_number == ENOSPC || error_number == EDQUOT) {
    return {ErrorCode::no_space, "no space left; " + std::string(remedy), path};
  }
  return {ErrorCode::io, "cannot be written: " + std::generic_category().message(error_number),
          path};
}

void write_all(int descriptor, std::string_view bytes, const std::string& path,
               std::string_view remedy) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw write_error(errno, path, remedy);
    // A file system may take nothing and say nothing: it is full.
    if (written == 0) throw write_error(ENOSPC, path, remedy);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

FileOutput FileOutput::create(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  std::error_code failed;
  if (!parent.empty()) std::filesystem::create_directories(parent, failed);
  if (failed) {
    throw Error(ErrorCode::io, "its folder cannot be made: " + failed.message(), path);
  }
  FileHandle file = create_own_file(path);
  if (file.get() < 0 && errno == EEXIST) {
    throw Error(ErrorCode::already_exists, "is there already and is not overwritten", path);
  }
  if (file.get() < 0) throw write_error(errno, path, kRemedy);
  return {std::move(file), path};
}

FileOutput::FileOutput(FileHandle file, std::string path)
    : file_(std::move(file)), path_(std::move(path)) {}

void FileOutput::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > kOutputBufferBytes) flush();
  if (bytes.size() >= kOutputBufferBytes) {
    write_all(file_.get(), bytes, path_, kRemedy);
    return;
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

void FileOutput::flush() {
  write_all(file_.get(), {buffer_.data(), buffer_.size()}, path_, kRemedy);
  buffer_.clear();
}

void FileOutput::close() {
  flush();
  // EINTR leaves the descriptor closed on Linux.
  if (::close(file_.release()) != 0 && errno != EINTR) throw write_error(errno, path_, kRemedy);
}

}  // namespace facsim

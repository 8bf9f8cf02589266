// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/file_output_internal.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "facsim/files/own_file.h"
#include "facsim/files/write_error.h"

namespace facsim {

namespace {

constexpr std::size_t kOutputBufferBytes = std::size_t{256} << 10;
constexpr std::string_view kOutputRemedy = "make room or choose another output folder";

}  // namespace

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
  if (file.get() < 0) throw write_error(errno, path, kOutputRemedy);
  return {std::move(file), path};
}

FileOutput::FileOutput(FileHandle file, std::string path)
    : file_(std::move(file)), path_(std::move(path)) {}

void FileOutput::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > kOutputBufferBytes) flush();
  if (bytes.size() >= kOutputBufferBytes) {
    write_all(file_.get(), bytes, path_, kOutputRemedy);
    return;
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

void FileOutput::flush() {
  write_all(file_.get(), {buffer_.data(), buffer_.size()}, path_, kOutputRemedy);
  buffer_.clear();
}

void FileOutput::close() {
  flush();
  // EINTR leaves the descriptor closed on Linux.
  if (::close(file_.release()) != 0 && errno != EINTR)
    throw write_error(errno, path_, kOutputRemedy);
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/packed_input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/files/waiting.h"

namespace facsim {

FileHandle::~FileHandle() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

FileHandle::FileHandle(FileHandle&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

int FileHandle::release() noexcept { return std::exchange(descriptor_, -1); }

FileHandle try_user_input(const std::string& path) noexcept {
  for (;;) {
    // Non-blocking: waiting in here for a pipe without a writer would ignore Ctrl-C.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor >= 0 || errno != EINTR) return FileHandle(descriptor);
  }
}

FileHandle open_user_input(const std::string& path) {
  FileHandle file = try_user_input(path);
  if (file.get() < 0) {
    const bool missing = errno == ENOENT || errno == ENOTDIR;
    throw Error(missing ? ErrorCode::not_found : ErrorCode::io,
                "cannot be opened: " + std::generic_category().message(errno), path);
  }
  struct stat status = {};
  if (::fstat(file.get(), &status) == 0 && S_ISDIR(status.st_mode)) {
    throw Error(ErrorCode::io, "is a folder, not a file", path);
  }
  return file;
}

PackedInput::PackedInput(const std::string& path) : PackedInput(open_user_input(path), path) {}

PackedInput::PackedInput(FileHandle file, std::string path)
    : path_(std::move(path)), file_(std::move(file)), buffer_(kInputBufferBytes) {
  struct stat status = {};
  seekable_ = ::fstat(file_.get(), &status) == 0 && S_ISREG(status.st_mode);
  if (!seekable_) return;
  ::posix_fadvise(file_.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
  // A path such as /dev/stdin may give a descriptor that was read from before.
  const off_t start = ::lseek(file_.get(), 0, SEEK_CUR);
  if (start > 0) ::lseek(file_.get(), 0, SEEK_SET);
}

std::string_view PackedInput::at_hand(std::size_t least) {
  assert(least <= kInputBufferBytes && "no window is larger than the buffer");
  while (end_ - begin_ < least && refill()) {
  }
  return {buffer_.data() + begin_, end_ - begin_};
}

void PackedInput::consume(std::size_t bytes) {
  assert(bytes <= end_ - begin_ && "only bytes at hand are consumed");
  begin_ += bytes;
}

bool PackedInput::skip(std::uint64_t bytes) {
  while (bytes > 0) {
    const std::size_t here = at_hand().size();
    if (here == 0) return false;
    const std::size_t step = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, here));
    consume(step);
    bytes -= step;
  }
  return true;
}

void PackedInput::back_to(std::uint64_t offset) {
  assert(offset <= position() && "back_to goes back");
  if (offset >= base_) {
    begin_ = static_cast<std::size_t>(offset - base_);
    return;
  }
  if (!seekable_) {
    begin_ = 0;
    return;
  }
  if (::lseek(file_.get(), static_cast<off_t>(offset), SEEK_SET) < 0) {
    throw Error(ErrorCode::io, "cannot go back: " + std::generic_category().message(errno), path_);
  }
  base_ = offset;
  begin_ = end_ = 0;
  ended_ = false;
}

bool PackedInput::refill() {
  if (ended_) return false;
  // Consumed bytes stay in the buffer until their space is needed: back_to() may go back to them.
  if (end_ == buffer_.size() && begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    base_ += begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  const std::size_t got = read_some(std::span(buffer_).subspan(end_));
  if (got == 0) ended_ = true;
  end_ += got;
  return got > 0;
}

std::size_t PackedInput::read_some(std::span<char> into) {
  for (bool waited = seekable_;;) {
    const ssize_t got = ::read(file_.get(), into.data(), into.size());
    if (got < 0 && errno == EINTR) {
      while_waiting();
      continue;
    }
    const bool later = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    if (got < 0 && !later) {
      throw Error(ErrorCode::io, "cannot be read: " + std::generic_category().message(errno),
                  path_ + ":" + std::to_string(base_ + end_));
    }
    // A pipe whose first writer has not come yet looks like one whose last writer has gone.
    if (later || (got == 0 && !begun_ && !waited)) {
      wait_for_input(file_.get());
      waited = true;
      continue;
    }
    begun_ = true;
    return static_cast<std::size_t>(got);
  }
}

}  // namespace facsim

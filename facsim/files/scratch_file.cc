// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/scratch_file_internal.h"

#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "facsim/files/write_error.h"

namespace facsim {

namespace {

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

DiskScratchFile::DiskScratchFile(FileHandle file, std::string path,
                                 std::atomic<std::uint64_t>& written)
    : file_(std::move(file)), path_(std::move(path)), written_(&written) {}

void DiskScratchFile::append(std::span<const std::byte> bytes) {
  *written_ += bytes.size();
  if (buffer_.size() + bytes.size() > kScratchBufferBytes && !buffer_.empty()) {
    write_all(file_.get(), as_text(buffer_), path_, scratch_remedy());
    on_disk_ += buffer_.size();
    buffer_.clear();
  }
  if (bytes.size() >= kScratchBufferBytes) {
    write_all(file_.get(), as_text(bytes), path_, scratch_remedy());
    on_disk_ += bytes.size();
    return;
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

void DiskScratchFile::read(std::uint64_t offset, std::span<std::byte> into) const {
  assert(offset + into.size() <= size() && "only what was appended can be read");
  while (!into.empty() && offset < on_disk_) {
    const std::size_t here =
        static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), on_disk_ - offset));
    const ssize_t got = ::pread(file_.get(), into.data(), here, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      const std::string reason =
          got < 0 ? std::generic_category().message(errno) : "it is shorter than it was";
      throw Error(ErrorCode::io, "a temporary file cannot be read: " + reason, path_);
    }
    offset += static_cast<std::uint64_t>(got);
    into = into.subspan(static_cast<std::size_t>(got));
  }
  if (into.empty()) return;
  std::memcpy(into.data(), buffer_.data() + (offset - on_disk_), into.size());
}

std::uint64_t DiskScratchFile::size() const noexcept { return on_disk_ + buffer_.size(); }

}  // namespace facsim

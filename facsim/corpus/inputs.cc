// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/inputs.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/files/own_file.h"
#include "facsim/files/write_error.h"

namespace facsim {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr int kPollMs = 200;

Sentence remedy() {
  return "name a folder with more for this copy of standard input by " + Named::tmp;
}

std::string reason() { return std::generic_category().message(errno); }

void throw_if_set(const std::atomic<bool>* cancelled) {
  if (cancelled != nullptr && cancelled->load(std::memory_order_relaxed)) {
    throw Error(ErrorCode::cancelled, "cancelled while reading standard input");
  }
}

// Reads standard input into `buffer`; returns the number of bytes, 0 at the end.
std::size_t read_stdin(std::vector<char>& buffer, const std::atomic<bool>* cancelled) {
  for (;;) {
    throw_if_set(cancelled);
    pollfd waiting{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    // An interrupted poll counts as no input: a read now could wait forever.
    const int ready = ::poll(&waiting, 1, kPollMs);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno == EINTR || errno == EAGAIN) continue;
    throw Error(ErrorCode::io, "cannot be read: " + reason(), "standard input");
  }
}

std::string spool_stdin(const std::string& folder, const std::atomic<bool>* cancelled) {
  const std::string path = folder + "/stdin";
  FileHandle file = create_own_file(path, 0600);
  if (file.get() < 0) throw write_error(errno, path, remedy());
  try {
    std::vector<char> buffer(kBufferBytes);
    while (const std::size_t count = read_stdin(buffer, cancelled)) {
      write_all(file.get(), {buffer.data(), count}, path, remedy());
    }
    // Some file systems report only at close that there was no space.
    if (::close(file.release()) != 0) throw write_error(errno, path, remedy());
  } catch (...) {
    ::unlink(path.c_str());
    throw;
  }
  return path;
}

}  // namespace

std::string folder_for_stdin(const std::string& tmp) {
  return tmp.empty() ? std::filesystem::temp_directory_path().string() : tmp;
}

const std::string& SpooledStdin::path() {
  if (!folder_) {
    folder_ = std::make_unique<TempFolder>(tmp_);
    path_ = spool_stdin(folder_->path(), cancelled_);
  }
  return path_;
}

std::string lasting_path_of(const InputFile& file) {
  if (file.name == "-") return {};
  std::error_code failed;
  const std::string path = std::filesystem::absolute(file.path, failed).lexically_normal().string();
  return failed ? std::string() : path;
}

InputFiles find_inputs(const std::vector<std::string>& words, const ReadOptions& read,
                       SpooledStdin& standard_input,
                       std::function<bool(const std::string& path)> is_own) {
  FindOptions find{.stdin_path = {},
                   .follow = read.follow,
                   .columns = text_fields(read),
                   .is_own = std::move(is_own)};
  if (std::count(words.begin(), words.end(), "-") > 0) find.stdin_path = standard_input.path();
  return find_inputs(words, find);
}

}  // namespace facsim

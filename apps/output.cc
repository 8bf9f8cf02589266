// SPDX-License-Identifier: Apache-2.0
#include "apps/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "facsim/base/error.h"
#include "facsim/files/byte_sink.h"
#include "facsim/files/write_error.h"

namespace facsim {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

[[noreturn]] void fail() {
  const int reason = errno;
  if (reason == EPIPE) throw PipeClosed{};
  throw write_error(reason, "standard output", "make room or choose another file");
}

}  // namespace

void Output::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= kBufferBytes) flush();
}

void Output::finish() {
  flush();
  // Also a result of nothing must find its reader there.
  if (::write(STDOUT_FILENO, "", 0) < 0) fail();
}

void Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail();
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

std::string without_controls(std::string_view text, char instead) {
  std::string clean(text);
  for (char& c : clean) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = instead;
  }
  return clean;
}

void print_message(std::string_view message) {
  const std::string line = "facsim: " + without_controls(message, '?') + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void print_warning(std::string_view message) { print_message("warning: " + std::string(message)); }

void write_whole(const std::string& name, std::string_view text) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const std::string path =
      fs::is_symlink(name, failed) ? fs::weakly_canonical(name).string() : name;
  const std::string part = path + ".facsim-" + std::to_string(::getpid());
  try {
    const std::unique_ptr<ByteSink> sink = create_bytes(part, Packing::none);
    sink->write(text);
    sink->close();
    fs::rename(part, path, failed);
    if (failed) throw Error(ErrorCode::io, "cannot be written: " + failed.message(), path);
  } catch (...) {
    fs::remove(part, failed);
    throw;
  }
}

}  // namespace facsim

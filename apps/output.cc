// SPDX-License-Identifier: Apache-2.0
#include "apps/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "facsim/base/error.h"
#include "facsim/base/utf.h"
#include "facsim/files/byte_sink.h"
#include "facsim/files/write_error.h"

namespace facsim {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

// True for C0, DEL and C1, which terminals obey, and for characters that change the direction of
// the surrounding text (Bidi_Control), so that one name looks like another.
bool is_terminal_command(char32_t c) noexcept {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
         (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

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
  // An empty result, too, must detect a closed output.
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
  std::string clean;
  clean.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const DecodedCharacter c = decode_utf8(text, at);
    const std::string_view bytes = text.substr(at, c.bytes);
    if (!c.is_well_formed) {
      // Terminals that do not decode UTF-8 take a single byte of C1 for the control character.
      for (const char byte : bytes) {
        const auto code = static_cast<unsigned char>(byte);
        clean += code >= 0x80 && code < 0xa0 ? instead : byte;
      }
    } else if (is_terminal_command(c.value)) {
      clean += instead;
    } else {
      clean += bytes;
    }
    at += c.bytes;
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

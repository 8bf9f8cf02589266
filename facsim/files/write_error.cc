// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/write_error.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace facsim {

std::optional<Error> no_space_error(int error_number, const std::string& path,
                                    const Sentence& remedy) {
  if (error_number == ENOSPC || error_number == EDQUOT) {
    return Error{ErrorCode::no_space, "no space left", path, remedy};
  }
  if (error_number == EFBIG) {
    return Error{ErrorCode::no_space, "may not grow further", path,
                 "raise the limit (ulimit -f) or choose another file system"};
  }
  return std::nullopt;
}

Error write_error(int error_number, const std::string& path, const Sentence& remedy) {
  if (const auto error = no_space_error(error_number, path, remedy)) return *error;
  return {ErrorCode::io, "cannot be written: " + std::generic_category().message(error_number),
          path};
}

void write_all(int descriptor, std::string_view bytes, const std::string& path,
               const Sentence& remedy) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw write_error(errno, path, remedy);
    // A write of 0 bytes without an error means that the file system is full.
    if (written == 0) throw write_error(ENOSPC, path, remedy);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace facsim

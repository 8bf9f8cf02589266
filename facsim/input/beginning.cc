// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/beginning_internal.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "facsim/files/packed_input.h"

namespace facsim {
namespace {

// Reads the first bytes as stored on disk.
std::string first_bytes(const std::string& path, std::size_t bytes_max) {
  const FileHandle file = try_user_input(path);
  if (file.get() < 0) throw_system_error(errno, path);
  std::string bytes(bytes_max, '\0');
  std::size_t size = 0;
  while (size < bytes.size()) {
    const ssize_t got = ::read(file.get(), bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_system_error(errno, path);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

std::string first_unpacked(const std::string& path, std::size_t bytes_max) {
  const std::unique_ptr<ByteSource> source = open_bytes(path);
  std::string bytes(bytes_max, '\0');
  std::size_t size = 0;
  while (size < bytes.size()) {
    const std::size_t got = source->read({bytes.data() + size, bytes.size() - size});
    if (got == 0) break;
    size += got;
  }
  bytes.resize(size);
  return bytes;
}

std::string_view unpack_command(Packing packing) noexcept {
  switch (packing) {
    case Packing::zstd:
      return "unzstd";
    case Packing::lz4:
      return "unlz4";
    case Packing::xz:
      return "unxz";
    case Packing::bzip2:
      return "bunzip2";
    case Packing::gzip:
    case Packing::none:
      break;
  }
  return "gunzip";
}

}  // namespace

Beginning beginning_of(const std::string& path, std::size_t bytes_max) {
  Beginning beginning;
  beginning.bytes = first_bytes(path, bytes_max);
  beginning.packing = packing_of(beginning.bytes);
  if (beginning.packing != Packing::none) beginning.bytes = first_unpacked(path, bytes_max);
  beginning.whole = beginning.bytes.size() < bytes_max;
  return beginning;
}

std::optional<std::string> why_packed_twice(const Beginning& beginning) {
  if (beginning.packing == Packing::none) return std::nullopt;
  const Packing inner = packing_of(beginning.bytes);
  if (inner == Packing::none) return std::nullopt;
  const std::string command(unpack_command(beginning.packing));
  std::string why = "is packed twice: " + command + " it once";
  if (inner != beginning.packing) {
    why +=
        " (" + std::string(name_of(inner)) + " in " + std::string(name_of(beginning.packing)) + ")";
  }
  return why;
}

std::string system_reason(int error) {
  if (error == ENOENT || error == ENOTDIR) return "no such file or folder";
  if (error == EACCES || error == EPERM) {
    return "permission denied; make it readable or leave it out";
  }
  return std::string("cannot be read: ") + std::strerror(error);
}

void throw_system_error(int error, const std::string& path) {
  const bool missing = error == ENOENT || error == ENOTDIR;
  throw Error(missing ? ErrorCode::not_found : ErrorCode::io, system_reason(error), path);
}

}  // namespace facsim

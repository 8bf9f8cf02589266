// SPDX-License-Identifier: Apache-2.0
// A disk that fails, for a program under test: loaded before the C library (LD_PRELOAD), it lets
// calls fail once a file says so.
//
// FACSIM_DISK_FAILS names that file. While it is there its one line says which: a call (write,
// sync, rename or create), a word in the path or, behind "=", the whole path, and the number of the
// error: "sync .log 5". Everything else goes to the C library.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

template <class Function>
Function of_library(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

int open_plainly(const char* path) {
  static const auto call = of_library<int (*)(const char*, int, ...)>("open");
  return call(path, O_RDONLY | O_CLOEXEC);
}

// The error with which this call on this path fails; 0: it does not.
int failure_of(const char* call, const char* path) {
  static const char* const wish = std::getenv("FACSIM_DISK_FAILS");
  if (wish == nullptr) return 0;
  const int file = open_plainly(wish);
  if (file < 0) return 0;
  std::array<char, 256> line{};
  const ssize_t count = ::read(file, line.data(), line.size() - 1);
  ::close(file);
  std::array<char, 16> wanted{};
  std::array<char, 128> word{};
  int error = 0;
  if (count <= 0 || std::sscanf(line.data(), "%15s %127s %d", wanted.data(), word.data(),  // NOLINT
                                &error) != 3) {
    return 0;
  }
  const bool is_there = word[0] == '=' ? std::strcmp(path, word.data() + 1) == 0
                                       : std::strstr(path, word.data()) != nullptr;
  const bool is_meant =
      is_there && std::strcmp(wanted.data(), call) == 0 && std::strstr(path, "store") != nullptr;
  return is_meant ? error : 0;
}

int failure_of(const char* call, int file) {
  std::array<char, 64> link{};
  std::array<char, 4096> path{};
  (void)std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", file);
  const int before = errno;
  const ssize_t length = ::readlink(link.data(), path.data(), path.size() - 1);
  const int error = length <= 0 || path[0] != '/' ? 0 : failure_of(call, path.data());
  errno = before;
  return error;
}

}  // namespace

#define FACSIM_FAILS(call, file)                  \
  if (const int error = failure_of(call, file)) { \
    errno = error;                                \
    return -1;                                    \
  }

extern "C" {

ssize_t write(int file, const void* bytes, size_t count) {
  FACSIM_FAILS("write", file)
  static const auto call = of_library<ssize_t (*)(int, const void*, size_t)>("write");
  return call(file, bytes, count);
}

ssize_t pwrite(int file, const void* bytes, size_t count, off_t at) {
  FACSIM_FAILS("write", file)
  static const auto call = of_library<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
  return call(file, bytes, count, at);
}

ssize_t pwrite64(int file, const void* bytes, size_t count, off64_t at) {
  FACSIM_FAILS("write", file)
  static const auto call = of_library<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
  return call(file, bytes, count, at);
}

int fsync(int file) {
  FACSIM_FAILS("sync", file)
  static const auto call = of_library<int (*)(int)>("fsync");
  return call(file);
}

int fdatasync(int file) {
  FACSIM_FAILS("sync", file)
  static const auto call = of_library<int (*)(int)>("fdatasync");
  return call(file);
}

int rename(const char* from, const char* to) {
  FACSIM_FAILS("rename", to)
  static const auto call = of_library<int (*)(const char*, const char*)>("rename");
  return call(from, to);
}

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  if ((flags & O_CREAT) != 0) FACSIM_FAILS("create", path)
  static const auto call = of_library<int (*)(const char*, int, ...)>("open");
  return call(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  if ((flags & O_CREAT) != 0) FACSIM_FAILS("create", path)
  static const auto call = of_library<int (*)(const char*, int, ...)>("open64");
  return call(path, flags, mode);
}

}  // extern "C"

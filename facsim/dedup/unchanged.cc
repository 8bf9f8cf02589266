// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/unchanged.h"

#include <sys/stat.h>

#include <cstdint>

#include "facsim/base/error.h"

namespace facsim {

void throw_changed(const InputFile& file) {
  throw Error(ErrorCode::io, "changed while it was being read; run again", file.shown());
}

bool is_unchanged(const InputFile& file) {
  struct stat now{};
  return ::stat(file.path.c_str(), &now) == 0 &&
         static_cast<std::uint64_t>(now.st_size) == file.bytes &&
         (file.unix_time == 0 || now.st_mtime == file.unix_time);
}

void check_unchanged(const InputFile& file) {
  if (!is_unchanged(file)) throw_changed(file);
}

}  // namespace facsim

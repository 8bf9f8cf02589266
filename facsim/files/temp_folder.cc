// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/temp_folder.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "facsim/files/scratch_file_internal.h"
#include "facsim/files/write_error.h"

namespace facsim {
namespace {

constexpr std::string_view kPrefix = "facsim-";

}  // namespace

TempFolder::TempFolder(const std::string& parent) {
  std::string path = (std::filesystem::path(parent) / kPrefix).string() + "XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) {
    if (errno == ENOENT || errno == ENOTDIR) {
      throw Error(ErrorCode::not_found,
                  "no such folder for temporary files; name one with " + Named::tmp, parent);
    }
    throw write_error(errno, parent, scratch_remedy());
  }
  path_ = std::move(path);
  claim_ = FolderClaim(path_);
  remove_dead_folders(parent, kPrefix);
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::unique_ptr<ScratchFile> TempFolder::create() {
  std::string path = path_ + "/scratch-XXXXXX";
  FileHandle file(::mkostemp(path.data(), O_CLOEXEC));
  if (file.get() < 0) throw write_error(errno, path_, scratch_remedy());
  ::unlink(path.c_str());
  return std::make_unique<DiskScratchFile>(std::move(file), path_, bytes_written_);
}

}  // namespace facsim

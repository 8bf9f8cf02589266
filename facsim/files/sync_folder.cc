// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/sync_folder.h"

#include <unistd.h>

#include "facsim/base/error.h"
#include "facsim/files/own_file.h"

namespace facsim {

void sync_folder_of(const std::string& folder) {
  const FileHandle handle = open_own_folder(folder);
  if (handle.get() < 0 || ::fsync(handle.get()) != 0) {
    throw Error{ErrorCode::io, "the folder cannot be synced", folder};
  }
}

}  // namespace facsim

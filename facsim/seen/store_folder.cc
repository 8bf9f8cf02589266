// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/store_folder.h"

#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/files/name_text.h"
#include "facsim/seen/store_rows.h"

namespace facsim {

void require_store_folder(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::file_status there = fs::status(folder, failed);
  if (!fs::exists(there)) return;
  if (!fs::is_directory(there)) {
    throw Error{ErrorCode::already_exists, "is a file; a store is a folder", folder};
  }
  if (fs::exists(rows_folder(folder), failed) || fs::exists(index_folder(folder), failed)) return;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
    const std::string name = entry.path().filename().string();
    if (name == "lost+found" || name == "collections") continue;
    throw Error{ErrorCode::already_exists,
                "is no store, and has other files (" + text_of_name(name) +
                    "); name a store, or a folder that is new or empty",
                folder};
  }
  if (failed) throw Error{ErrorCode::io, "cannot be read: " + failed.message(), folder};
}

}  // namespace facsim

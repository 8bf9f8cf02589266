// SPDX-License-Identifier: Apache-2.0
#pragma once
// Translates RocksDB's statuses to errors of this project.

#include <rocksdb/status.h>

#include <string>
#include <string_view>

#include "facsim/base/error.h"

namespace facsim {

// The remedy for rows that cannot be trusted.
[[nodiscard]] inline Sentence backup_remedy() {
  return "bring back a backup by '" + Named::store_restore + " BACKUP NEW'";
}

// The error for a status about something in `folder`: {no_space, damaged, busy, unsupported,
// invalid_argument, io}. The place is the file that the message names, else the folder.
[[nodiscard]] Error rocks_error(const rocksdb::Status& status, const std::string& folder);
void throw_unless_ok(const rocksdb::Status& status, const std::string& folder);

}  // namespace facsim

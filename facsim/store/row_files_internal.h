// SPDX-License-Identifier: Apache-2.0
#pragma once
// RocksDB's file system with more syncs: of its manifest (the list of the tables) and of its logs.
//
// The folder is synced before CURRENT is replaced. RocksDB 7.8 writes and syncs a new manifest,
// renames a file that names it to CURRENT, and only then syncs the folder. If a file system keeps
// the rename but loses the name of the manifest (POSIX allows it; ext4, XFS and btrfs keep the
// order), CURRENT names a file that does not exist, and the old manifest may be gone as well. This
// extra sync happens once for each opening and each 1 GiB of manifest.
//
// Each record of a manifest is synced by itself. RocksDB syncs the records of several column
// families at once, and a power cut may lose the first of them and leave the next, which looks like
// damage in the middle. So only the last record can be torn (RowTables::leave_out_torn_record()).
//
// A log of the store, and its folder, are synced before the next log is created. RocksDB leaves
// that to the flush that follows in the background; until then a power cut may leave the new log
// complete and the old one short, empty or without its name. The logs do not reveal such a gap if
// none of it was synced (Durability::second and ::none), and the recovered changes would not be a
// prefix. The flush then finds the log synced, so this costs only the sync of a folder for each
// log, and the writer's wait for both. Nor can that flush fail while a write is about to sync the
// same log, which RocksDB asserts not to happen.

#include <rocksdb/file_system.h>

#include <memory>
#include <string>

#include "facsim/store/disk_space_internal.h"

namespace facsim {

// Files of the folder wait for space, and record failed syncs (disk_space_internal.h). An exhausted
// quota counts as a full disk.
[[nodiscard]] std::shared_ptr<rocksdb::FileSystem> with_more_syncs(
    const std::shared_ptr<rocksdb::FileSystem>& files, const std::string& folder,
    const std::shared_ptr<DiskSpace>& space);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// RocksDB's file system with more syncs of its manifest, the list of the tables, and of its logs.
//
// The folder is synced before CURRENT is replaced. RocksDB 7.8 writes and syncs a new manifest,
// renames a file that names it to CURRENT, and only then syncs the folder. Where a file system
// keeps the rename and loses the name of the manifest (POSIX allows it; ext4, XFS and btrfs keep
// the order), CURRENT names a file that is not there, and the old manifest may be gone as well. It
// happens once for each opening and each 1 GiB of manifest.
//
// Each record of a manifest is synced by itself. RocksDB syncs the records of several column
// families at once, and a power cut may lose the first of them and leave the next, which looks like
// damage in the middle. So only the last record can be torn (RowTables::leave_out_torn_record()).
//
// A log of the store is synced, and its folder, before the next one is made. RocksDB leaves that to
// the flush that follows in the background; until then a power cut may leave the new log whole and
// the old one short, empty or without its name. Nothing in the logs shows such a gap where none of
// it was synced (Durability::second and ::none), and what was read again would be no prefix. The
// flush finds the log whole, so all that it costs is the sync of a folder for each log, and that
// the writer waits for both. Nor can that flush fail beside a write that is about to sync the same
// log, which RocksDB asserts not to happen.

#include <rocksdb/file_system.h>

#include <memory>
#include <string>

#include "facsim/store/disk_space_internal.h"

namespace facsim {

//
// Files of the folder wait for room, and note syncs that fail (disk_space_internal.h). A quota that
// is used up is as good as a full disk.
[[nodiscard]] std::shared_ptr<rocksdb::FileSystem> with_more_syncs(
    const std::shared_ptr<rocksdb::FileSystem>& files, const std::string& folder,
    const std::shared_ptr<DiskSpace>& space);

}  // namespace facsim

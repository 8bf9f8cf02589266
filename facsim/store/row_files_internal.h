// SPDX-License-Identifier: Apache-2.0
#pragma once
// RocksDB's file system with one more sync: that of the folder before CURRENT is replaced.
//
// RocksDB 7.8 writes and syncs a new manifest, renames a file that names it to CURRENT, and only
// then syncs the folder. Where a file system keeps the rename and loses the name of the manifest
// (POSIX allows it; ext4, XFS and btrfs keep the order), CURRENT names a file that is not there,
// and the old manifest may be gone as well. It happens once for each opening and each 1 GiB of
// manifest.

#include <rocksdb/file_system.h>

#include <memory>

namespace facsim {

[[nodiscard]] std::shared_ptr<rocksdb::FileSystem> with_manifest_before_current(
    std::shared_ptr<rocksdb::FileSystem> files);

}  // namespace facsim

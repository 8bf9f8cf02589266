// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file system in which one file ends earlier than it does.
//
// For the manifest whose last record a power cut left half written: RocksDB cuts such a tail of a
// log, and of a manifest where the file just ends, but refuses a manifest whose last record is
// there in length and wrong in content. To open without that record nothing on the disk need be
// changed: RocksDB begins a new manifest whenever it opens.

#include <rocksdb/file_system.h>

#include <cstdint>
#include <memory>
#include <string>

namespace facsim {

[[nodiscard]] std::shared_ptr<rocksdb::FileSystem> with_short_file(
    const std::shared_ptr<rocksdb::FileSystem>& files, std::string path, std::uint64_t bytes);

}  // namespace facsim

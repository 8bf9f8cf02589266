// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file system in which one file seems to end early.
//
// For a manifest whose last record was torn by a power cut: RocksDB drops such a tail of a log, and
// of a manifest that just ends, but refuses a manifest whose last record has its full length and
// wrong contents. To open without that record, the file on the disk need not be changed: RocksDB
// begins a new manifest whenever it opens.

#include <rocksdb/file_system.h>

#include <cstdint>
#include <memory>
#include <string>

namespace facsim {

[[nodiscard]] std::shared_ptr<rocksdb::FileSystem> with_short_file(
    const std::shared_ptr<rocksdb::FileSystem>& files, std::string path, std::uint64_t bytes);

}  // namespace facsim

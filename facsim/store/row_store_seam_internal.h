// SPDX-License-Identifier: Apache-2.0
#pragma once
// A seam for tests: the file system that RocksDB uses.
//
// A file system that fails, or that remembers what was synced, shows the state of a row store after
// a full disk or a power cut. Only RocksDB's files go through it, not the writer's lock.

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <memory>

namespace facsim {

// Row stores opened during its lifetime use `files`; afterwards the previous file system is used
// again. For tests only: create and destroy it while no other thread opens a store.
class RowStoreFilesScope {
 public:
  explicit RowStoreFilesScope(std::shared_ptr<rocksdb::FileSystem> files);
  ~RowStoreFilesScope();
  RowStoreFilesScope(const RowStoreFilesScope&) = delete;
  RowStoreFilesScope& operator=(const RowStoreFilesScope&) = delete;

 private:
  std::shared_ptr<rocksdb::FileSystem> before_;
};

// The file system set for tests, or the real one.
[[nodiscard]] std::shared_ptr<rocksdb::FileSystem> row_store_files();

// The RocksDB environment of a store on these files. If a test has set others, RocksDB's pauses
// after failures are at most 1 ms, instead of a second.
[[nodiscard]] std::unique_ptr<rocksdb::Env> row_store_env(
    const std::shared_ptr<rocksdb::FileSystem>& files);

}  // namespace facsim

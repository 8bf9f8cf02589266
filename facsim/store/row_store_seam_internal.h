// SPDX-License-Identifier: Apache-2.0
#pragma once
// A seam for tests: what RocksDB believes to be the file system.
//
// A file system that fails, or that remembers what was synced, shows what a full disk or a power
// cut leaves of a row store. Only RocksDB's files go through it, not the writer's lock.

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <memory>

namespace facsim {

// Row stores that are opened as long as it lives use `files`; the one before comes back afterwards.
// For tests only: set and taken away while no store is being opened in another thread.
class RowStoreFilesScope {
 public:
  explicit RowStoreFilesScope(std::shared_ptr<rocksdb::FileSystem> files);
  ~RowStoreFilesScope();
  RowStoreFilesScope(const RowStoreFilesScope&) = delete;
  RowStoreFilesScope& operator=(const RowStoreFilesScope&) = delete;

 private:
  std::shared_ptr<rocksdb::FileSystem> before_;
};

// What is set, or the real one.
[[nodiscard]] std::shared_ptr<rocksdb::FileSystem> row_store_files();

// The world of a store on these files. Where a test has set others, RocksDB rests for no second
// behind each thing that failed.
[[nodiscard]] std::unique_ptr<rocksdb::Env> row_store_env(
    const std::shared_ptr<rocksdb::FileSystem>& files);

}  // namespace facsim

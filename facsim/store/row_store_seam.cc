// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <utility>

#include "facsim/store/row_store_seam_internal.h"

namespace facsim {

namespace {

std::mutex files_mutex;

std::shared_ptr<rocksdb::FileSystem>& files_in_use() {
  static std::shared_ptr<rocksdb::FileSystem> files;  // null: the real one
  return files;
}

}  // namespace

RowStoreFilesScope::RowStoreFilesScope(std::shared_ptr<rocksdb::FileSystem> files) {
  const std::lock_guard hold(files_mutex);
  before_ = std::exchange(files_in_use(), std::move(files));
}

RowStoreFilesScope::~RowStoreFilesScope() {
  const std::lock_guard hold(files_mutex);
  files_in_use() = std::move(before_);
}

std::shared_ptr<rocksdb::FileSystem> row_store_files() {
  const std::lock_guard hold(files_mutex);
  return files_in_use() ? files_in_use() : rocksdb::FileSystem::Default();
}

}  // namespace facsim

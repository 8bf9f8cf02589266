// SPDX-License-Identifier: Apache-2.0
#include <rocksdb/system_clock.h>

#include <algorithm>
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

class ShortRests final : public rocksdb::SystemClockWrapper {
 public:
  ShortRests() : SystemClockWrapper(rocksdb::SystemClock::Default()) {}
  const char* Name() const override { return "ShortRests"; }
  void SleepForMicroseconds(int micros) override {
    constexpr int kMost = 1000;
    target_->SleepForMicroseconds(std::min(micros, kMost));
  }
};

class EnvOfTests final : public rocksdb::EnvWrapper {
 public:
  explicit EnvOfTests(const std::shared_ptr<rocksdb::FileSystem>& files)
      : EnvWrapper(rocksdb::Env::Default()) {
    file_system_ = files;
    system_clock_ = std::make_shared<ShortRests>();
  }
  const char* Name() const override { return "EnvOfTests"; }
};

}  // namespace

RowStoreFilesScope::RowStoreFilesScope(std::shared_ptr<rocksdb::FileSystem> files) {
  const std::lock_guard hold(files_mutex);
  before_ = std::exchange(files_in_use(), std::move(files));
}

RowStoreFilesScope::~RowStoreFilesScope() {
  const std::lock_guard hold(files_mutex);
  files_in_use() = std::move(before_);
}

std::unique_ptr<rocksdb::Env> row_store_env(const std::shared_ptr<rocksdb::FileSystem>& files) {
  {
    const std::lock_guard hold(files_mutex);
    if (files_in_use()) return std::make_unique<EnvOfTests>(files);
  }
  return rocksdb::NewCompositeEnv(files);
}

std::shared_ptr<rocksdb::FileSystem> row_store_files() {
  const std::lock_guard hold(files_mutex);
  return files_in_use() ? files_in_use() : rocksdb::FileSystem::Default();
}

}  // namespace facsim

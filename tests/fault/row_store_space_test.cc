// SPDX-License-Identifier: Apache-2.0
// The disk is full for a while, from each n-th write on: waiting callers get the error, reads still
// work, and once there is space everything submitted is written, in order. A failed write leaves a
// part of itself in the file, like a real one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rocksdb/file_system.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "facsim/base/error.h"
#include "facsim/files/temp_folder.h"
#include "facsim/store/row_store.h"
#include "tests/fault/row_store_work.h"

namespace facsim::fault {
namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
constexpr std::uint64_t kSpaceSeed = 11;
constexpr std::uint64_t kSpaceChanges = 60;
constexpr std::uint64_t kNever = UINT64_MAX;

// Writes from `full_at` on find no space, until clear().
class FullDisk final : public rocksdb::FileSystemWrapper {
 public:
  FullDisk() : FileSystemWrapper(rocksdb::FileSystem::Default()) {}
  const char* Name() const override { return "FullDisk"; }

  void fill_at(std::uint64_t write) { full_at_ = writes_ + write; }
  void clear() { full_at_ = kNever; }
  [[nodiscard]] bool is_full() const { return writes_ > full_at_; }

  [[nodiscard]] bool take_write() { return writes_++ < full_at_; }
  void set_syncs_fail(bool fail) { syncs_fail_ = fail; }
  [[nodiscard]] bool syncs_fail() const { return syncs_fail_; }

  IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* file,
                           IODebugContext* debug) override;

 private:
  std::atomic<bool> syncs_fail_ = false;
  std::atomic<std::uint64_t> writes_ = 0;
  std::atomic<std::uint64_t> full_at_ = kNever;
};

IOStatus no_space() { return IOStatus::NoSpace("No space left on device"); }

class FileOnFullDisk final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  FileOnFullDisk(std::unique_ptr<rocksdb::FSWritableFile> real, FullDisk& disk)
      : FSWritableFileOwnerWrapper(std::move(real)), disk_(disk) {}

  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  IODebugContext* debug) override {
    if (disk_.take_write()) return target()->Append(data, options, debug);
    const IOStatus part = target()->Append({data.data(), data.size() / 2}, options, debug);
    return part.ok() ? no_space() : part;
  }
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo&, IODebugContext* debug) override {
    return Append(data, options, debug);
  }
  IOStatus PositionedAppend(const rocksdb::Slice& data, std::uint64_t offset,
                            const IOOptions& options, IODebugContext* debug) override {
    if (!disk_.take_write()) return no_space();
    return target()->PositionedAppend(data, offset, options, debug);
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    return disk_.syncs_fail() ? no_space() : target()->Sync(options, debug);
  }

 private:
  FullDisk& disk_;
};

IOStatus FullDisk::NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                   std::unique_ptr<rocksdb::FSWritableFile>* file,
                                   IODebugContext* debug) {
  if (!take_write()) return no_space();
  IOStatus status = target()->NewWritableFile(path, options, file, debug);
  if (status.ok()) *file = std::make_unique<FileOnFullDisk>(std::move(*file), *this);
  return status;
}

void require_all(const std::string& folder, std::uint64_t changes, std::uint64_t write) {
  const RowStore store = RowStore::open(folder);
  store.verify();
  const auto wrong = complaint(store, kSpaceSeed, changes);
  EXPECT_FALSE(wrong) << "write " << write << ": " << *wrong;
}

// Submits all changes; returns how many were acknowledged when the disk was found full.
std::uint64_t work_until_full(RowStore& store, std::uint64_t& ticket) {
  try {
    for (std::uint64_t i = ticket + 1; i <= kSpaceChanges; ++i) {
      ticket = store.submit(change_of(kSpaceSeed, i));
      if (i % 3 == 0) store.wait(ticket);
    }
    store.wait(ticket);
  } catch (const Error& full) {
    EXPECT_EQ(full.code(), ErrorCode::no_space);
    EXPECT_THAT(full.what(), testing::HasSubstr("tried again every second"));
  }
  return store.committed();
}

TEST(RowStoreSpace, GoesOnOnceThereIsRoom) {
  for (std::uint64_t write = 0; write < 40; write += write < 10 ? 1 : 7) {
    for (const Durability durability : {Durability::sync, Durability::second, Durability::none}) {
      const TempFolder temp{testing::TempDir()};
      const std::string folder = temp.path() + "/rows";
      const auto disk = std::make_shared<FullDisk>();
      {
        RowStore store = open_on(
            disk, folder, {.durability = durability, .create = true, .waits_for_space = true});
        disk->fill_at(write);
        std::uint64_t ticket = 0;
        const std::uint64_t acknowledged = work_until_full(store, ticket);
        if (disk->is_full()) {
          EXPECT_TRUE(store.is_retried());
          EXPECT_TRUE(store.failure());
          EXPECT_LT(acknowledged, kSpaceChanges);
          EXPECT_EQ(changes_in(store), acknowledged) << "reads go on";
          EXPECT_THROW(store.sync(), Error);
          disk->clear();
          while (store.is_retried()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
          EXPECT_FALSE(store.failure());
        }
        EXPECT_EQ(work_until_full(store, ticket), kSpaceChanges);
      }
      require_all(folder, kSpaceChanges, write);
    }
  }
}

TEST(RowStoreSpace, ClosesOnAFullDisk) {
  for (const std::uint64_t write : {0U, 1U, 5U, 20U}) {
    const TempFolder temp{testing::TempDir()};
    const std::string folder = temp.path() + "/rows";
    const auto disk = std::make_shared<FullDisk>();
    std::uint64_t acknowledged = 0;
    {
      RowStore store = open_on(disk, folder, {.create = true, .waits_for_space = true});
      disk->fill_at(write);
      std::uint64_t ticket = 0;
      acknowledged = work_until_full(store, ticket);
      EXPECT_TRUE(store.is_retried());
    }
    require_all(folder, acknowledged, write);
  }
}

// Even if the system reports it as a full disk.
TEST(RowStoreSpace, AFailedSyncIsForGood) {
  const TempFolder temp{testing::TempDir()};
  const std::string folder = temp.path() + "/rows";
  const auto disk = std::make_shared<FullDisk>();
  {
    RowStore store = open_on(disk, folder, {.create = true, .waits_for_space = true});
    store.wait(store.submit(change_of(kSpaceSeed, 1)));
    disk->set_syncs_fail(true);
    const std::uint64_t ticket = store.submit(change_of(kSpaceSeed, 2));
    EXPECT_THROW(store.wait(ticket), Error);
    disk->set_syncs_fail(false);
    EXPECT_FALSE(store.is_retried());
    const std::optional<Error> failure = store.failure();
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->code(), ErrorCode::no_space);
    EXPECT_THAT(failure->what(), testing::HasSubstr("a sync failed"));
    EXPECT_THAT(failure->what(), testing::HasSubstr("open the store again"));
    EXPECT_THROW((void)store.submit({}), Error);
    EXPECT_EQ(changes_in(store), 1U);
  }
  require_all(folder, 1, 0);
}

}  // namespace
}  // namespace facsim::fault

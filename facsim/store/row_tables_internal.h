// SPDX-License-Identifier: Apache-2.0
#pragma once
// The RocksDB database of a row store: how it is created, refused, opened and closed.
// docs/formats/row-store.md describes its contents.

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/listener.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/store/disk_space_internal.h"
#include "facsim/store/row_change.h"
#include "facsim/store/row_error_internal.h"
#include "facsim/store/writer_lock.h"

namespace facsim {

// The last family is always empty, see RowTables::leave_out_torn_record(). It is called as the
// table of names that once was there, so that each store has the same families.
inline constexpr const char* kEmptyFamily = "names";

// Remembers the first failure of any write, including background flushes.
class BackgroundFailures final : public rocksdb::EventListener {
 public:
  void OnBackgroundError(rocksdb::BackgroundErrorReason, rocksdb::Status* status) override;
  [[nodiscard]] rocksdb::Status first() const;

 private:
  mutable std::mutex mutex_;
  rocksdb::Status first_;
};

class RowTables {
 public:
  // Throws as described at RowStore::open().
  RowTables(const std::string& folder, const RowStoreOptions& options);
  ~RowTables();  // closes
  RowTables(const RowTables&) = delete;
  RowTables& operator=(const RowTables&) = delete;

  [[nodiscard]] rocksdb::DB& db() const noexcept { return *db_; }
  [[nodiscard]] rocksdb::ColumnFamilyHandle* marks() const noexcept { return families_[0]; }
  [[nodiscard]] rocksdb::ColumnFamilyHandle* rows() const noexcept { return families_[1]; }
  [[nodiscard]] rocksdb::ColumnFamilyHandle* keys() const noexcept { return families_[2]; }
  [[nodiscard]] const std::vector<rocksdb::ColumnFamilyHandle*>& families() const noexcept {
    return families_;
  }
  [[nodiscard]] rocksdb::FileSystem& files() const noexcept { return *files_; }
  [[nodiscard]] const rocksdb::Cache& cache() const noexcept { return *cache_; }
  // The part of the memory that is for recently read rows, and not for the cache.
  [[nodiscard]] std::uint64_t recent_bytes() const noexcept { return memory_bytes_ / 8; }
  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
  [[nodiscard]] std::uint64_t store_number() const noexcept { return store_number_; }
  [[nodiscard]] std::uint64_t changes_at_opening() const noexcept { return changes_; }
  // Called before every write: Debian's RocksDB is built with assertions, and one of them ends the
  // process if a file is used again after a failed write.
  void throw_if_failed() const { throw_unless_ok(failures_->first(), folder_); }
  [[nodiscard]] bool is_read_only() const noexcept { return read_only_; }
  [[nodiscard]] DiskSpace& space() const noexcept { return *space_; }
  // An estimate of the bytes that compactions will write, plus those of the memtables.
  [[nodiscard]] std::uint64_t bytes_to_write() const;

 private:
  // The contents of the default column family before anything is changed.
  struct Look {
    bool is_empty = true;
    std::optional<std::uint64_t> store_number;  // nothing: its creation was not finished
    std::uint64_t changes = 0;
  };

  void open_for_writing(bool create);
  void open_read_only();
  void try_read_only();
  [[nodiscard]] bool has_database(bool create) const;
  void leave_out_torn_record();
  [[nodiscard]] Look look() const;
  void refuse_unfinished(const Look& look, bool create) const;
  struct Logs {
    std::uint64_t durable = 0;  // the highest number of changes that a mark records as durable
    bool is_one_broken = false;
  };
  [[nodiscard]] Logs read_logs(std::uint64_t store_number) const;
  [[noreturn]] void refuse_full_disk(const Error& full) const;
  void refuse_lost(std::uint64_t durable, std::uint64_t recovered) const;
  void finish_creation();
  void remove_old_logs();
  [[nodiscard]] rocksdb::DBOptions database_options() const;
  [[nodiscard]] std::vector<rocksdb::ColumnFamilyDescriptor> family_options() const;
  void close() noexcept;

  std::shared_ptr<DiskSpace> space_ = std::make_shared<DiskSpace>();
  std::string folder_;
  std::uint64_t memory_bytes_;
  bool read_only_;
  std::optional<WriterLock> lock_;
  std::shared_ptr<rocksdb::FileSystem> files_;
  std::unique_ptr<rocksdb::Env> env_;
  std::shared_ptr<rocksdb::Cache> cache_;
  std::shared_ptr<rocksdb::WriteBufferManager> buffers_;
  std::shared_ptr<BackgroundFailures> failures_ = std::make_shared<BackgroundFailures>();
  std::unique_ptr<rocksdb::DB> db_;
  std::vector<rocksdb::ColumnFamilyHandle*> families_;  // of db_; closed before it
  std::uint64_t store_number_ = 0;
  std::uint64_t changes_ = 0;
};

}  // namespace facsim

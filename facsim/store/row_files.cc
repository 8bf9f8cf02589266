// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <utility>

#include "facsim/store/disk_internal.h"
#include "facsim/store/row_files_internal.h"

namespace facsim {

namespace {

namespace fs = std::filesystem;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

IOStatus as_full(IOStatus status) {
  if (status.ok() || status.IsNoSpace()) return status;
  const std::string text = status.ToString();
  if (text.find("quota exceeded") == std::string::npos) return status;
  return IOStatus::NoSpace(text);  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): in RocksDB
}

// A wrapper of each file that is written: waits for space, and records failed syncs.
class WatchedFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  WatchedFile(std::unique_ptr<rocksdb::FSWritableFile> real, std::shared_ptr<DiskSpace> space)
      : FSWritableFileOwnerWrapper(std::move(real)), space_(std::move(space)) {}

  // A failed write may have left a part of its bytes at the end, so later writes state their
  // offset.
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  IODebugContext* debug) override {
    const auto write = [&] {
      return as_full(is_torn_ ? target()->PositionedAppend(data, bytes_, options, debug)
                              : target()->Append(data, options, debug));
    };
    DiskSpace::Wait wait(*space_);
    IOStatus status = write();
    while (status.IsNoSpace() && wait.rest(status.ToString())) {
      is_torn_ = true;
      status = write();
    }
    if (status.ok()) bytes_ += data.size();
    return status;
  }
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo&, IODebugContext* debug) override {
    return Append(data, options, debug);
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    return noted(target()->Sync(options, debug));
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return noted(target()->Fsync(options, debug));
  }
  IOStatus RangeSync(std::uint64_t offset, std::uint64_t bytes, const IOOptions& options,
                     IODebugContext* debug) override {
    return noted(target()->RangeSync(offset, bytes, options, debug));
  }

 private:
  IOStatus noted(IOStatus status) {
    if (!status.ok()) space_->note_failed_sync();
    return status;
  }

  const std::shared_ptr<DiskSpace> space_;
  std::uint64_t bytes_ = 0;
  bool is_torn_ = false;
};

class SyncedAtOnce final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  using FSWritableFileOwnerWrapper::FSWritableFileOwnerWrapper;

  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  IODebugContext* debug) override {
    IOStatus status = target()->Append(data, options, debug);
    if (status.ok()) status = target()->Sync(options, debug);
    return status;
  }
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo&, IODebugContext* debug) override {
    return Append(data, options, debug);
  }
};

class LogFile;

// The log that is being written, while it is open.
struct NewestLog {
  std::mutex mutex;
  LogFile* file = nullptr;
};

fs::path folder_in(const std::string& path) {
  return fs::path(path).lexically_normal().parent_path();
}

class LogFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  LogFile(std::unique_ptr<rocksdb::FSWritableFile> real, std::shared_ptr<NewestLog> newest)
      : FSWritableFileOwnerWrapper(std::move(real)), newest_(std::move(newest)) {}
  ~LogFile() override {
    const std::lock_guard hold(newest_->mutex);
    if (newest_->file == this) newest_->file = nullptr;
  }
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  IODebugContext* debug) override {
    if (failed_) return failure();
    is_whole_ = false;
    return target()->Append(data, options, debug);
  }
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo&, IODebugContext* debug) override {
    return Append(data, options, debug);
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    if (failed_) return failure();
    if (is_whole_) return IOStatus::OK();
    IOStatus status = target()->Sync(options, debug);
    if (!status.ok()) fail();
    return status;
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return Sync(options, debug);
  }

  // Lost bytes are not on the disk even if a later sync succeeds, so all later calls fail.
  void fail() { failed_ = true; }
  // Called when the next log is about to be created.
  [[nodiscard]] IOStatus finish(const IOOptions& options, IODebugContext* debug) {
    IOStatus status = Sync(options, debug);
    if (status.ok()) is_whole_ = true;
    return status;
  }

 private:
  static IOStatus failure() { return IOStatus::IOError("an earlier sync of this log failed"); }

  std::shared_ptr<NewestLog> newest_;
  std::atomic<bool> is_whole_ = false;
  std::atomic<bool> failed_ = false;
};

class MoreSyncs final : public rocksdb::FileSystemWrapper {
 public:
  MoreSyncs(const std::shared_ptr<rocksdb::FileSystem>& files, const std::string& folder,
            std::shared_ptr<DiskSpace> space)
      : FileSystemWrapper(files), folder_(folder_in(folder + "/x")), space_(std::move(space)) {}
  const char* Name() const override { return "MoreSyncs"; }

  IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* file,
                           IODebugContext* debug) override {
    // Copies of the store are written through this file system as well.
    const bool is_own = folder_in(path) == folder_;
    const bool is_log = path.ends_with(".log") && is_own;
    IOStatus status = is_log ? finish_log(path, options.io_options, debug) : IOStatus::OK();
    if (!status.ok()) return status;
    DiskSpace::Wait wait(*space_);
    do {
      status = as_full(target()->NewWritableFile(path, options, file, debug));
    } while (is_own && status.IsNoSpace() && wait.rest(status.ToString()));
    if (!status.ok()) return status;
    if (is_own) *file = std::make_unique<WatchedFile>(std::move(*file), space_);
    if (is_log) {
      auto log = std::make_unique<LogFile>(std::move(*file), newest_);
      const std::lock_guard hold(newest_->mutex);
      newest_->file = log.get();
      *file = std::move(log);
    } else if (file_name_of(path).starts_with("MANIFEST-")) {
      *file = std::make_unique<SyncedAtOnce>(std::move(*file));
    }
    return status;
  }
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& options,
                      IODebugContext* debug) override {
    if (file_name_of(to) == "CURRENT") {
      IOStatus status = sync_folder_of(to, options, debug);
      if (!status.ok()) return status;
    }
    return target()->RenameFile(from, to, options, debug);
  }

 private:
  IOStatus sync_folder_of(const std::string& path, const IOOptions& options,
                          IODebugContext* debug) {
    std::unique_ptr<rocksdb::FSDirectory> folder;
    IOStatus status = target()->NewDirectory(folder_of(path), options, &folder, debug);
    if (!status.ok()) return status;
    status = folder->Fsync(options, debug);
    if (!status.ok() && folder_in(path) == folder_) space_->note_failed_sync();
    return status;
  }

  // Finishes the log before `next`, if this program has written one.
  IOStatus finish_log(const std::string& next, const IOOptions& options, IODebugContext* debug) {
    const std::lock_guard hold(newest_->mutex);
    if (newest_->file == nullptr) return IOStatus::OK();
    IOStatus status = newest_->file->finish(options, debug);
    if (!status.ok()) return status;
    status = sync_folder_of(next, options, debug);
    if (!status.ok()) newest_->file->fail();
    return status;
  }

  const fs::path folder_;
  const std::shared_ptr<DiskSpace> space_;
  std::shared_ptr<NewestLog> newest_ = std::make_shared<NewestLog>();
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> with_more_syncs(
    const std::shared_ptr<rocksdb::FileSystem>& files, const std::string& folder,
    const std::shared_ptr<DiskSpace>& space) {
  return std::make_shared<MoreSyncs>(files, folder, space);
}

}  // namespace facsim

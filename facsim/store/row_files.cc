// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

#include "facsim/store/disk_internal.h"
#include "facsim/store/row_files_internal.h"

namespace facsim {

namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

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

// The log that is written, while it is open.
struct NewestLog {
  std::mutex mutex;
  LogFile* file = nullptr;
};

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

  // What was lost once is not on the disk because a later sync says so.
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  IODebugContext* debug) override {
    return failed_ ? failure() : target()->Append(data, options, debug);
  }
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo&, IODebugContext* debug) override {
    return Append(data, options, debug);
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    if (failed_) return failure();
    return is_whole_ ? IOStatus::OK() : target()->Sync(options, debug);
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return Sync(options, debug);
  }

  // Nothing is appended any more.
  [[nodiscard]] IOStatus finish(const IOOptions& options, IODebugContext* debug) {
    IOStatus status = Sync(options, debug);
    (status.ok() ? is_whole_ : failed_) = true;
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
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "MoreSyncs"; }

  IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* file,
                           IODebugContext* debug) override {
    const bool is_log = path.ends_with(".log");
    IOStatus status = is_log ? finish_log(path, options.io_options, debug) : IOStatus::OK();
    if (status.ok()) status = target()->NewWritableFile(path, options, file, debug);
    if (!status.ok()) return status;
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
    return status.ok() ? folder->Fsync(options, debug) : status;
  }

  // The one before `next`; nothing where this program has written none.
  IOStatus finish_log(const std::string& next, const IOOptions& options, IODebugContext* debug) {
    const std::lock_guard hold(newest_->mutex);
    if (newest_->file == nullptr) return IOStatus::OK();
    IOStatus status = newest_->file->finish(options, debug);
    return status.ok() ? sync_folder_of(next, options, debug) : status;
  }

  std::shared_ptr<NewestLog> newest_ = std::make_shared<NewestLog>();
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> with_more_syncs(
    const std::shared_ptr<rocksdb::FileSystem>& files) {
  return std::make_shared<MoreSyncs>(files);
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
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

class CarefulManifest final : public rocksdb::FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "CarefulManifest"; }

  IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* file,
                           IODebugContext* debug) override {
    IOStatus status = target()->NewWritableFile(path, options, file, debug);
    if (status.ok() && file_name_of(path).starts_with("MANIFEST-")) {
      *file = std::make_unique<SyncedAtOnce>(std::move(*file));
    }
    return status;
  }
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& options,
                      IODebugContext* debug) override {
    if (file_name_of(to) == "CURRENT") {
      std::unique_ptr<rocksdb::FSDirectory> folder;
      IOStatus status = target()->NewDirectory(folder_of(to), options, &folder, debug);
      if (status.ok()) status = folder->Fsync(options, debug);
      if (!status.ok()) return status;
    }
    return target()->RenameFile(from, to, options, debug);
  }
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> with_careful_manifest(
    const std::shared_ptr<rocksdb::FileSystem>& files) {
  return std::make_shared<CarefulManifest>(files);
}

}  // namespace facsim

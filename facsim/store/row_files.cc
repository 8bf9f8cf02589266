// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/disk_internal.h"
#include "facsim/store/row_files_internal.h"

namespace facsim {

namespace {

class ManifestBeforeCurrent final : public rocksdb::FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "ManifestBeforeCurrent"; }

  rocksdb::IOStatus RenameFile(const std::string& from, const std::string& to,
                               const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override {
    if (file_name_of(to) == "CURRENT") {
      std::unique_ptr<rocksdb::FSDirectory> folder;
      rocksdb::IOStatus status = target()->NewDirectory(folder_of(to), options, &folder, debug);
      if (status.ok()) status = folder->Fsync(options, debug);
      if (!status.ok()) return status;
    }
    return target()->RenameFile(from, to, options, debug);
  }
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> with_manifest_before_current(
    std::shared_ptr<rocksdb::FileSystem> files) {
  return std::make_shared<ManifestBeforeCurrent>(files);
}

}  // namespace facsim

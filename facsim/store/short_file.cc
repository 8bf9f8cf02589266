// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "facsim/store/short_file_internal.h"

namespace facsim {

namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

class ShortSource final : public rocksdb::FSSequentialFileOwnerWrapper {
 public:
  ShortSource(std::unique_ptr<rocksdb::FSSequentialFile> file, std::uint64_t bytes)
      : FSSequentialFileOwnerWrapper(std::move(file)), left_(bytes) {}

  IOStatus Read(std::size_t n, const IOOptions& options, rocksdb::Slice* result, char* scratch,
                IODebugContext* debug) override {
    const std::size_t wanted = std::min<std::uint64_t>(n, left_);
    if (wanted == 0) {
      *result = rocksdb::Slice();
      return IOStatus::OK();
    }
    IOStatus status = FSSequentialFileOwnerWrapper::Read(wanted, options, result, scratch, debug);
    if (status.ok()) left_ -= result->size();
    return status;
  }

 private:
  std::uint64_t left_;
};

class WithShortFile final : public rocksdb::FileSystemWrapper {
 public:
  WithShortFile(const std::shared_ptr<rocksdb::FileSystem>& files, std::string path,
                std::uint64_t bytes)
      : FileSystemWrapper(files), path_(std::move(path)), bytes_(bytes) {}
  const char* Name() const override { return "WithShortFile"; }

  IOStatus NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                             std::unique_ptr<rocksdb::FSSequentialFile>* file,
                             IODebugContext* debug) override {
    IOStatus status = target()->NewSequentialFile(path, options, file, debug);
    if (status.ok() && path == path_) {
      *file = std::make_unique<ShortSource>(std::move(*file), bytes_);
    }
    return status;
  }
  IOStatus GetFileSize(const std::string& path, const IOOptions& options, std::uint64_t* bytes,
                       IODebugContext* debug) override {
    IOStatus status = target()->GetFileSize(path, options, bytes, debug);
    if (status.ok() && path == path_) *bytes = std::min(*bytes, bytes_);
    return status;
  }

 private:
  const std::string path_;
  const std::uint64_t bytes_;
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> with_short_file(
    const std::shared_ptr<rocksdb::FileSystem>& files, std::string path, std::uint64_t bytes) {
  return std::make_shared<WithShortFile>(files, std::move(path), bytes);
}

}  // namespace facsim

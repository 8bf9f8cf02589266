// SPDX-License-Identifier: Apache-2.0
// Copies and checks of a whole row store.
#include <rocksdb/file_checksum.h>
#include <rocksdb/utilities/checkpoint.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "facsim/store/disk_internal.h"
#include "facsim/store/row_store_internal.h"

namespace facsim {

namespace {

constexpr std::size_t kCopiedAtOnce = std::size_t{1} << 20;

// Keeps RocksDB from removing files while they are read.
class KeptFiles {
 public:
  explicit KeptFiles(const RowTables& tables) : tables_(tables) {
    if (!tables.is_read_only()) {
      throw_unless_ok(tables.db().DisableFileDeletions(), tables.folder());
    }
  }
  ~KeptFiles() {
    if (!tables_.is_read_only()) tables_.db().EnableFileDeletions(false).PermitUncheckedError();
  }
  KeptFiles(const KeptFiles&) = delete;
  KeptFiles& operator=(const KeptFiles&) = delete;

 private:
  const RowTables& tables_;
};

[[noreturn]] void throw_damaged(const std::string& path, const std::string& what) {
  throw Error(ErrorCode::damaged, what, path, backup_remedy());
}

void verify_table(const RowTables& tables, const rocksdb::LiveFileMetaData& file,
                  const std::function<void()>& check) {
  const std::string path = tables.folder() + "/" + file.relative_filename;
  std::unique_ptr<rocksdb::FSSequentialFile> source;
  const rocksdb::Status opened = tables.files().NewSequentialFile(path, {}, &source, nullptr);
  if (opened.IsPathNotFound() && tables.is_read_only()) {
    throw Error(ErrorCode::busy, "a writer has replaced it; open the store again", path);
  }
  throw_unless_ok(opened, path);
  rocksdb::FileChecksumGenContext context;
  context.file_name = path;
  const auto sum = rocksdb::GetFileChecksumGenCrc32cFactory()->CreateFileChecksumGenerator(context);
  std::string piece(kCopiedAtOnce, '\0');
  std::uint64_t bytes = 0;
  for (;;) {
    if (check) check();
    rocksdb::Slice got;
    throw_unless_ok(source->Read(piece.size(), {}, &got, piece.data(), nullptr), path);
    if (got.empty()) break;
    sum->Update(got.data(), got.size());
    bytes += got.size();
  }
  sum->Finalize();
  if (bytes != file.size) {
    throw_damaged(
        path, "has " + std::to_string(bytes) + " bytes instead of " + std::to_string(file.size));
  }
  if (sum->GetChecksum() != file.file_checksum) throw_damaged(path, "its checksum is wrong");
}

// The logs that RocksDB would replay. It cannot list them itself if one of them is torn.
std::vector<std::string> logs_of(const RowTables& tables) {
  std::uint64_t first = 0;
  if (!tables.db().GetIntProperty(rocksdb::DB::Properties::kMinLogNumberToKeep, &first)) {
    throw Error(ErrorCode::io, "RocksDB does not say which logs it needs", tables.folder());
  }
  std::vector<std::string> names;
  throw_unless_ok(tables.files().GetChildren(tables.folder(), {}, &names, nullptr),
                  tables.folder());
  std::erase_if(names, [first](const std::string& name) {
    std::uint64_t number = 0;
    const char* const end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data(), end, number);
    return error != std::errc() || std::string_view(rest, end) != ".log" || number < first;
  });
  std::sort(names.begin(), names.end());
  return names;
}

void verify_logs(const RowTables& tables, const std::function<void()>& check) {
  for (const std::string& name : logs_of(tables)) {
    const std::string path = tables.folder() + "/" + name;
    std::uint64_t bytes = 0;
    const rocksdb::IOStatus sized = tables.files().GetFileSize(path, {}, &bytes, nullptr);
    if (sized.IsNotFound() || sized.IsPathNotFound()) continue;  // removed by a writer
    throw_unless_ok(sized, path);
    std::uint64_t before = 0;  // changes in the log before its first damage
    const LogScan scan = scan_log(
        tables.files(), path, bytes,
        [&](const LogMark& mark, bool behind) {
          if (mark.store != tables.store_number()) return;
          if (!behind) before = std::max(before, mark.changes);
          if (behind && mark.durable > before) {
            throw_damaged(path, "a record of changes that were on the disk is damaged");
          }
        },
        check);
    // A record that is just being written looks the same, but no record follows it.
    if (scan.broken_at && scan.record_behind) {
      throw_damaged(path + ":" + std::to_string(*scan.broken_at), "no record begins here");
    }
  }
}

// CURRENT and the manifest that it names, up to the size that they had at the beginning.
void verify_manifest(const RowTables& tables, const std::function<void()>& check) {
  std::vector<std::string> names;
  std::uint64_t bytes = 0;
  throw_unless_ok(tables.db().GetLiveFiles(names, &bytes, false), tables.folder());
  for (const std::string& name : names) {
    const std::string path = tables.folder() + name;
    if (name == "/CURRENT") {
      std::unique_ptr<rocksdb::FSSequentialFile> file;
      throw_unless_ok(tables.files().NewSequentialFile(path, {}, &file, nullptr), path);
      std::string text(64, '\0');
      rocksdb::Slice got;
      throw_unless_ok(file->Read(text.size(), {}, &got, text.data(), nullptr), path);
      const std::string said = got.ToString();
      const bool is_right =
          said.ends_with('\n') && std::find(names.begin(), names.end(),
                                            "/" + said.substr(0, said.size() - 1)) != names.end();
      if (!is_right) throw_damaged(path, "does not name the manifest");
    } else if (name.starts_with("/MANIFEST-")) {
      const LogScan scan =
          scan_log(tables.files(), path, bytes, [](const LogMark&, bool) {}, check);
      if (scan.broken_at) {
        throw_damaged(path + ":" + std::to_string(*scan.broken_at), "no record begins here");
      }
    }
  }
}

}  // namespace

void RowStore::checkpoint(const std::string& folder) const {
  const RowTables& tables = inside_->tables();
  if (tables.is_read_only()) {
    throw Error(ErrorCode::invalid_argument, "a store that is open for reading only is not copied",
                tables.folder());
  }
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(folder, error))) {
    throw Error(ErrorCode::already_exists, "is there already; choose another name", folder);
  }
  tables.throw_if_failed();
  rocksdb::Checkpoint* made = nullptr;
  throw_unless_ok(rocksdb::Checkpoint::Create(&tables.db(), &made), tables.folder());
  const std::unique_ptr<rocksdb::Checkpoint> checkpoint(made);
  throw_unless_ok(checkpoint->CreateCheckpoint(folder), folder);
  sync_folder(folder_of(folder));
}

void RowStore::verify(const std::function<void()>& check) const {
  const RowTables& tables = inside_->tables();
  const KeptFiles kept(tables);
  verify_manifest(tables, check);
  std::vector<rocksdb::LiveFileMetaData> files;
  tables.db().GetLiveFilesMetaData(&files);
  for (const rocksdb::LiveFileMetaData& file : files) verify_table(tables, file, check);
  verify_logs(tables, check);
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>

#include "facsim/store/disk_internal.h"
#include "facsim/store/row_files_internal.h"
#include "facsim/store/row_log_internal.h"
#include "facsim/store/row_store_seam_internal.h"
#include "facsim/store/row_tables_internal.h"
#include "facsim/store/short_file_internal.h"

namespace facsim {

namespace {

using rocksdb::Status;

constexpr std::array<std::string_view, 4> kFamilies = {"default", "rows", "keys", kEmptyFamily};
constexpr std::string_view kNoun = "row store";
// Value in the default column family: "facsim rows", version (4 bytes), number of the store (8).
constexpr std::string_view kFormatKey = "format";
constexpr std::string_view kRowsMagic = "facsim rows";
constexpr std::uint32_t kRowsVersion = 1;
// The number of tries of a reader beside a writer: files may be removed before they are opened.
constexpr int kReadTries = 8;

std::string format_bytes(std::uint64_t store_number) {
  std::string bytes(kRowsMagic);
  for (unsigned shift = 0; shift < 32; shift += 8)
    bytes += static_cast<char>(kRowsVersion >> shift);
  for (unsigned shift = 0; shift < 64; shift += 8) {
    bytes += static_cast<char>(store_number >> shift & 0xffU);
  }
  return bytes;
}

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = size; i-- > 0;) {
    number = number << 8U | static_cast<unsigned char>(bytes[at + i]);
  }
  return number;
}

// Returns the store's number. Throws if the value has a newer version or is of another program.
std::uint64_t read_format(std::string_view bytes, const std::string& folder) {
  if (!bytes.starts_with(kRowsMagic) || bytes.size() < kRowsMagic.size() + 4) {
    throw Error(ErrorCode::invalid_argument, "is a RocksDB database of another program", folder);
  }
  const std::uint64_t version = number_at(bytes, kRowsMagic.size(), 4);
  if (version != kRowsVersion) {
    throw Error(ErrorCode::unsupported,
                "is a row store of version " + std::to_string(version) +
                    ", this program reads version " + std::to_string(kRowsVersion) +
                    "; use the facsim that wrote it",
                folder);
  }
  if (bytes.size() != kRowsMagic.size() + 12) {
    throw Error(ErrorCode::damaged, "the store's own description has a wrong length", folder);
  }
  return number_at(bytes, kRowsMagic.size() + 4, 8);
}

std::uint64_t random_number() {
  std::random_device device;
  return std::uint64_t{device()} << 32U | device();
}

bool is_log(const std::string& name) { return name.ends_with(".log"); }

}  // namespace

RowTables::RowTables(const std::string& folder, const RowStoreOptions& options)
    : folder_(folder),
      memory_bytes_(std::max<std::uint64_t>(options.memory_bytes, std::uint64_t{4} << 20)),
      read_only_(options.read_only),
      files_(with_more_syncs(row_store_files(), folder_, space_)),
      env_(rocksdb::NewCompositeEnv(files_)) {
  if (folder.empty()) {
    throw Error(ErrorCode::invalid_argument, "the name of the store's folder is empty");
  }
  if (options.create && options.read_only) {
    throw Error(ErrorCode::invalid_argument, "a store cannot be made read-only", folder);
  }
  cache_ = rocksdb::NewLRUCache(memory_bytes_ - recent_bytes());
  // The buffers are charged to the cache, so both together stay within it.
  buffers_ = std::make_shared<rocksdb::WriteBufferManager>(memory_bytes_ / 2, cache_);
  try {
    if (read_only_) {
      open_read_only();
    } else {
      open_for_writing(options.create);
    }
  } catch (...) {
    close();
    throw;
  }
}

RowTables::~RowTables() { close(); }

void RowTables::close() noexcept {
  if (!db_) return;
  for (rocksdb::ColumnFamilyHandle* family : families_) {
    if (family != nullptr) db_->DestroyColumnFamilyHandle(family).PermitUncheckedError();
  }
  families_.clear();
  db_->Close().PermitUncheckedError();
  db_.reset();
}

std::uint64_t RowTables::bytes_to_write() const {
  std::uint64_t bytes = 0;
  for (rocksdb::ColumnFamilyHandle* family : families_) {
    for (const std::string& property : {rocksdb::DB::Properties::kEstimatePendingCompactionBytes,
                                        rocksdb::DB::Properties::kCurSizeAllMemTables}) {
      std::uint64_t value = 0;
      if (db_->GetIntProperty(family, property, &value)) bytes += value;
    }
  }
  return bytes;
}

// True if the folder has a database. Throws if it has none and none can be created in it.
bool RowTables::has_database(bool create) const {
  std::vector<std::string> names;
  const Status listed = files_->GetChildren(folder_, {}, &names, nullptr);
  if (!listed.ok()) {
    if (listed.IsNotFound() || listed.IsPathNotFound() ||
        listed.ToString().find("Not a directory") != std::string::npos) {
      throw Error(ErrorCode::not_found, "there is no store", folder_);
    }
    throw rocks_error(listed, folder_);
  }
  const std::set<std::string> found(names.begin(), names.end());
  if (found.contains("CURRENT")) return true;
  // Before CURRENT exists, RocksDB has created no more than these and "000001.dbtmp".
  static const std::set<std::string> first = {".",   "..",       "LOCK",
                                              "LOG", "IDENTITY", "MANIFEST-000001"};
  for (const std::string& name : found) {
    if (name.ends_with(".sst") || (name.starts_with("MANIFEST-") && !first.contains(name))) {
      throw Error(ErrorCode::damaged, "is missing, though tables of a store are there",
                  folder_ + "/CURRENT");
    }
  }
  if (!create) throw Error(ErrorCode::not_found, "there is no store", folder_);
  for (const std::string& name : found) {
    if (!first.contains(name) && !name.starts_with("LOG.old.") && !name.ends_with(".dbtmp")) {
      throw Error(ErrorCode::already_exists,
                  "holds other files (" + name + "); give the store a folder of its own", folder_);
    }
  }
  return false;
}

// Makes RocksDB read the manifest that CURRENT names only up to a torn last record. If that record
// was completely on the disk and one of its bytes flipped, files are gone that the shorter manifest
// still names, and RocksDB or refuse_lost() reports it. Nothing would report it if that record were
// the only one of a table whose log is gone: when a store is opened, RocksDB writes one record for
// each family, and the first of them says that the logs are not needed. So the last family is
// kEmptyFamily. A flush says so in a record of its own, after that of the table.
void RowTables::leave_out_torn_record() {
  std::string current;
  files_ = with_more_syncs(row_store_files(), folder_, space_);
  const Status read = rocksdb::ReadFileToString(files_.get(), folder_ + "/CURRENT", &current);
  if (read.ok() && current.starts_with("MANIFEST-") && current.ends_with('\n')) {
    const std::string path = folder_ + "/" + current.substr(0, current.size() - 1);
    std::uint64_t bytes = 0;
    // RocksDB reports what is wrong with these files.
    if (files_->GetFileSize(path, {}, &bytes, nullptr).ok()) {
      const LogScan scan = scan_log(*files_, path, bytes, [](const LogMark&, bool) {});
      if (scan.broken_at && !scan.record_behind) {
        files_ = with_short_file(files_, path, *scan.broken_at);
      }
    }
  }
  env_ = row_store_env(files_);
}

// Changes nothing on the disk. A store that another program made has other column families.
RowTables::Look RowTables::look() const {
  const rocksdb::DBOptions options = database_options();
  std::vector<std::string> there;
  throw_unless_ok(rocksdb::DB::ListColumnFamilies(options, folder_, &there), folder_);
  for (const std::string& name : there) {
    if (std::find(kFamilies.begin(), kFamilies.end(), name) == kFamilies.end()) {
      throw Error(ErrorCode::invalid_argument, "is a RocksDB database of another program", folder_);
    }
  }
  std::unique_ptr<rocksdb::DB> db;
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  const std::vector<rocksdb::ColumnFamilyDescriptor> first = {family_options().front()};
  rocksdb::DB* opened = nullptr;
  throw_unless_ok(rocksdb::DB::OpenForReadOnly(options, folder_, first, &handles, &opened),
                  folder_);
  db.reset(opened);
  Look look;
  std::string format;
  std::string mark;
  Status status;
  {
    const std::unique_ptr<rocksdb::Iterator> each(db->NewIterator({}, handles.front()));
    for (each->SeekToFirst(); each->Valid(); each->Next()) {
      look.is_empty = false;
      const std::string_view key = each->key().ToStringView();
      if (key == kFormatKey) format = each->value().ToString();
      if (key == kMarkKey) mark = each->value().ToString();
      if (key > kFormatKey) break;
    }
    status = each->status();
  }
  db->DestroyColumnFamilyHandle(handles.front()).PermitUncheckedError();
  throw_unless_ok(status, folder_);
  if (!format.empty()) look.store_number = read_format(format, folder_);
  if (const auto at = read_mark(mark)) look.changes = at->changes;
  return look;
}

void RowTables::refuse_unfinished(const Look& look, bool create) const {
  if (look.store_number) return;
  if (!look.is_empty) {
    throw Error(ErrorCode::invalid_argument, "is a RocksDB database of another program", folder_);
  }
  if (!create) {
    throw Error(ErrorCode::not_found, "the store was not made to its end; make it again", folder_);
  }
}

RowTables::Logs RowTables::read_logs(std::uint64_t store_number) const {
  std::vector<std::string> names;
  throw_unless_ok(files_->GetChildren(folder_, {}, &names, nullptr), folder_);
  Logs logs;
  for (const std::string& name : names) {
    if (!is_log(name)) continue;
    const std::string path = folder_ + "/" + name;
    std::uint64_t bytes = 0;
    throw_unless_ok(files_->GetFileSize(path, {}, &bytes, nullptr), path);
    const LogScan scan = scan_log(*files_, path, bytes, [&](const LogMark& mark, bool) {
      if (mark.store == store_number) logs.durable = std::max(logs.durable, mark.durable);
    });
    if (scan.broken_at) logs.is_one_broken = true;
  }
  return logs;
}

void RowTables::refuse_lost(std::uint64_t durable, std::uint64_t recovered) const {
  if (durable <= recovered) return;
  throw Error(ErrorCode::damaged,
              "its log is damaged: of " + std::to_string(durable) +
                  " changes that were on the disk only " + std::to_string(recovered) +
                  " can be read; nothing was changed",
              folder_, backup_remedy());
}

// RocksDB writes whenever it opens, and moves the contents of its logs to tables.
void RowTables::refuse_full_disk(const Error& full) const {
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
  constexpr std::uint64_t kRoomMin = 16 * kMiB;
  std::uint64_t bytes = kRoomMin;
  std::vector<std::string> names;
  (void)files_->GetChildren(folder_, {}, &names, nullptr);
  for (const std::string& name : names) {
    std::uint64_t size = 0;
    if (is_log(name) && files_->GetFileSize(folder_ + "/" + name, {}, &size, nullptr).ok()) {
      bytes += size;
    }
  }
  throw Error(ErrorCode::no_space,
              "the disk is full, and a store that is opened to be changed writes at once; free " +
                  std::to_string((bytes + kMiB - 1) / kMiB) + " MiB on it (what only reads, as '" +
                  Named::store_backup + "' to another disk, works meanwhile)",
              full.where());
}

void RowTables::open_for_writing(bool create) {
  // Without `create`, a folder that has no store does not change.
  if (!create) (void)has_database(false);
  lock_.emplace(folder_, WriterLockOptions{.make_folder = create, .noun = kNoun});
  Look found;
  bool is_log_broken = false;
  if (has_database(create)) {
    leave_out_torn_record();
    found = look();
    refuse_unfinished(found, create);
    if (found.store_number) {
      const Logs logs = read_logs(*found.store_number);
      refuse_lost(logs.durable, found.changes);
      is_log_broken = logs.is_one_broken;
    }
  }
  rocksdb::DBOptions options = database_options();
  options.create_if_missing = create;
  options.create_missing_column_families = create;
  rocksdb::DB* opened = nullptr;
  const Status done = rocksdb::DB::Open(options, folder_, family_options(), &families_, &opened);
  if (!done.ok()) {
    const Error failed = rocks_error(done, folder_);
    if (failed.code() == ErrorCode::no_space) refuse_full_disk(failed);
    throw failed;
  }
  db_.reset(opened);
  changes_ = found.changes;
  if (found.store_number) {
    store_number_ = *found.store_number;
  } else {
    finish_creation();
  }
  if (is_log_broken) remove_old_logs();
}

// The contents of a torn log are in tables by now, but RocksDB keeps the file as long as a column
// family without changes may need it, and then can neither list nor copy its logs. That ends when
// some family is flushed; and RocksDB removes files that it did not open itself only after it has
// listed the folder.
void RowTables::remove_old_logs() {
  rocksdb::WriteOptions synced;
  synced.sync = true;
  throw_unless_ok(db_->Put(synced, marks(), rocksdb::Slice(kFormatKey.data(), kFormatKey.size()),
                           format_bytes(store_number_)),
                  folder_);
  throw_unless_ok(db_->Flush({}, marks()), folder_);
  throw_unless_ok(db_->DisableFileDeletions(), folder_);
  throw_unless_ok(db_->EnableFileDeletions(true), folder_);
}

// The description is written to a table at once: it must be readable even if a log is damaged.
void RowTables::finish_creation() {
  store_number_ = random_number();
  rocksdb::WriteOptions synced;
  synced.sync = true;
  const std::string format = format_bytes(store_number_);
  throw_unless_ok(
      db_->Put(synced, marks(), rocksdb::Slice(kFormatKey.data(), kFormatKey.size()), format),
      folder_);
  throw_unless_ok(db_->Flush({}, marks()), folder_);
}

void RowTables::try_read_only() {
  (void)has_database(false);
  leave_out_torn_record();
  // Read before the tables are opened: changes that a writer adds meanwhile only increase those.
  const Look found = look();
  refuse_unfinished(found, false);
  store_number_ = *found.store_number;
  const std::uint64_t durable = read_logs(store_number_).durable;
  rocksdb::DB* opened = nullptr;
  throw_unless_ok(rocksdb::DB::OpenForReadOnly(database_options(), folder_, family_options(),
                                               &families_, &opened),
                  folder_);
  db_.reset(opened);
  std::string value;
  const Status got =
      db_->Get({}, marks(), rocksdb::Slice(kMarkKey.data(), kMarkKey.size()), &value);
  if (!got.IsNotFound()) throw_unless_ok(got, folder_);
  const auto mark = read_mark(value);
  changes_ = mark ? mark->changes : 0;
  refuse_lost(durable, changes_);
}

// A writer may remove a file between two steps of this, which looks like damage; the next try opens
// another file.
void RowTables::open_read_only() {
  for (int tries = 1;; ++tries) {
    try {
      try_read_only();
      return;
    } catch (const Error& failed) {
      close();
      const bool may_pass = failed.code() == ErrorCode::io || failed.code() == ErrorCode::damaged;
      if (!may_pass || tries == kReadTries) throw;
    }
  }
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
// The reads of a row store, and its names.
#include <rocksdb/write_batch.h>

#include <algorithm>

#include "facsim/store/row_store_internal.h"

namespace facsim {

namespace {

// Names in one batch: 1 MiB.
constexpr std::size_t kNamesOfBatch = 32768;
// A key in the default column family, written only to be flushed.
constexpr std::string_view kNamesKey = "names";

// If the cache is full, one of kReadsAKeep reads of rows keeps its blocks in it, so that parts of
// indexes that were evicted return. The other blocks would only evict each other: a row that is
// read is one of sixteen in its block, and rows that are read again are cached by themselves
// (recent_rows_internal.h).
constexpr std::uint64_t kReadsAKeep = 16;
constexpr std::uint64_t kReadsALook = 64;
constexpr std::chrono::milliseconds kWriterLook{100};

std::optional<std::string> get(const RowTables& tables, rocksdb::ColumnFamilyHandle* family,
                               const rocksdb::Slice& key,
                               const rocksdb::ReadOptions& options = {}) {
  std::string value;
  const rocksdb::Status status = tables.db().Get(options, family, key, &value);
  if (status.IsNotFound()) return std::nullopt;
  throw_unless_ok(status, tables.folder());
  return value;
}

}  // namespace

std::optional<std::string> RowStore::Inside::row(std::uint64_t number) const {
  RecentRows::Found recent = recent_.find(number);
  if (recent.bytes) return std::move(recent.bytes);
  rocksdb::ReadOptions options;
  const std::uint64_t reads = reads_.fetch_add(1, std::memory_order_relaxed);
  if (reads % kReadsALook == 0) {
    const rocksdb::Cache& cache = tables_.cache();
    cache_is_full_ = cache.GetUsage() >= cache.GetCapacity() / 8 * 7;
  }
  options.fill_cache = !cache_is_full_ || reads % kReadsAKeep == 0;
  auto bytes = get(tables_, tables_.rows(), row_key(number), options);
  if (bytes) recent_.keep(number, *bytes, recent.age);
  return bytes;
}

std::optional<std::string> RowStore::row(std::uint64_t number) const {
  return inside_->row(number);
}

std::optional<std::string> RowStore::value(std::string_view key) const {
  const RowTables& tables = inside_->tables();
  return get(tables, tables.keys(), slice_of(key));
}

void RowStore::for_each_row(
    std::uint64_t first,
    const std::function<bool(std::uint64_t number, std::string_view bytes)>& visit) const {
  const RowTables& tables = inside_->tables();
  rocksdb::ReadOptions options;
  options.fill_cache = false;  // a full scan would evict what other reads need
  const std::unique_ptr<rocksdb::Iterator> each(tables.db().NewIterator(options, tables.rows()));
  for (each->Seek(row_key(first)); each->Valid(); each->Next()) {
    const std::uint64_t number = big_endian(each->key().ToStringView());
    if (!visit(number, each->value().ToStringView())) break;
  }
  throw_unless_ok(each->status(), tables.folder());
}

std::uint64_t RowStore::last_row() const {
  const RowTables& tables = inside_->tables();
  const std::unique_ptr<rocksdb::Iterator> each(tables.db().NewIterator({}, tables.rows()));
  each->SeekToLast();
  throw_unless_ok(each->status(), tables.folder());
  return each->Valid() ? big_endian(each->key().ToStringView()) : 0;
}

void RowStore::for_each_key(
    std::string_view prefix, std::string_view from,
    const std::function<bool(std::string_view key, std::string_view value)>& visit) const {
  const RowTables& tables = inside_->tables();
  const std::unique_ptr<rocksdb::Iterator> each(tables.db().NewIterator({}, tables.keys()));
  for (each->Seek(slice_of(std::max(prefix, from))); each->Valid(); each->Next()) {
    const std::string_view key = each->key().ToStringView();
    if (!key.starts_with(prefix) || !visit(key, each->value().ToStringView())) break;
  }
  throw_unless_ok(each->status(), tables.folder());
}

void RowStore::find_names(std::uint64_t hash, std::vector<std::uint64_t>& rows) const {
  const RowTables& tables = inside_->tables();
  rocksdb::ReadOptions options;
  options.prefix_same_as_start = true;  // uses the filters
  const std::unique_ptr<rocksdb::Iterator> each(tables.db().NewIterator(options, tables.names()));
  for (each->Seek(name_key(hash, 0)); each->Valid(); each->Next()) {
    const std::string_view key = each->key().ToStringView();
    if (big_endian(key.substr(0, 8)) != hash) break;
    rows.push_back(big_endian(key.substr(8)));
  }
  throw_unless_ok(each->status(), tables.folder());
}

void RowStore::put_names(std::span<const Name> names) { inside_->write_names(names); }
void RowStore::sync() { inside_->sync(); }

void RowStore::Inside::require_writable() const {
  if (tables_.is_read_only()) {
    throw Error(ErrorCode::invalid_argument,
                "the row store is open for reading only; open it without read_only",
                tables_.folder());
  }
  if (const auto failed = failure()) throw *failed;
}

// After the manifest's record of the names a second one is written, for a table whose loss does no
// harm: a damaged last record is taken for torn (RowTables::leave_out_torn_record()), and no log
// contains the names, so nothing else would reveal the loss.
void RowStore::Inside::flush_names() {
  rocksdb::WriteOptions unlogged;
  unlogged.disableWAL = true;
  throw_unless_ok(tables_.db().Put(unlogged, tables_.marks(), slice_of(kNamesKey), {}),
                  tables_.folder());
  throw_unless_ok(tables_.db().Flush({}, tables_.names()), tables_.folder());
  std::vector<rocksdb::ColumnFamilyHandle*> behind = {tables_.marks()};
  if (++flushes_of_names_ >= kFlushesOfNamesMax) {
    behind = tables_.families();
    flushes_of_names_ = 0;
  }
  throw_unless_ok(tables_.db().Flush({}, behind), tables_.folder());
}

void RowStore::Inside::write_names(std::span<const Name> names) {
  require_writable();
  if (names.empty()) return;
  try {
    const std::lock_guard hold(writing_);
    tables_.throw_if_failed();
    rocksdb::WriteOptions unlogged;
    unlogged.disableWAL = true;
    for (std::size_t at = 0; at < names.size(); at += kNamesOfBatch) {
      rocksdb::WriteBatch batch;
      for (const Name& name : names.subspan(at, std::min(kNamesOfBatch, names.size() - at))) {
        batch.Put(tables_.names(), name_key(name.hash, name.row), {}).PermitUncheckedError();
      }
      throw_unless_ok(tables_.db().Write(unlogged, &batch), tables_.folder());
    }
    flush_names();
  } catch (const Error& error) {
    throw fail(error);
  }
}

void RowStore::Inside::sync() {
  require_writable();
  if (durability_ == Durability::sync) return;
  std::unique_lock hold(writing_, std::defer_lock);
  // A writer may hold the lock while it waits for space on the disk.
  while (!hold.try_lock_for(kWriterLook)) require_writable();
  try {
    tables_.throw_if_failed();
    throw_unless_ok(tables_.db().SyncWAL(), tables_.folder());
  } catch (const Error& error) {
    throw fail(error);
  }
}

}  // namespace facsim

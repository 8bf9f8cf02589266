// SPDX-License-Identifier: Apache-2.0
// The reads of a row store.
#include <algorithm>

#include "facsim/store/row_store_internal.h"

namespace facsim {

namespace {

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
  auto bytes = get(tables_, tables_.rows(), RowKey(number), options);
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
  for (each->Seek(RowKey(first)); each->Valid(); each->Next()) {
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

void RowStore::sync() { inside_->sync(); }

void RowStore::Inside::require_writable() const {
  if (tables_.is_read_only()) {
    throw Error(ErrorCode::invalid_argument,
                "the row store is open for reading only; open it without read_only",
                tables_.folder());
  }
  if (const auto failed = failure()) throw *failed;
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

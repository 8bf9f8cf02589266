// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/row_store.h"

#include <rocksdb/write_batch.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "facsim/store/row_store_internal.h"

namespace facsim {

namespace {

std::uint64_t bytes_of(const RowChange& change) {
  std::uint64_t bytes = 0;
  for (const RowChange::Row& row : change.rows) bytes += row.bytes.size() + 16;
  bytes += change.erased.size() * 16;
  for (const RowChange::Key& key : change.keys) {
    bytes += key.key.size() + (key.value ? key.value->size() : 0) + 16;
  }
  return bytes;
}

// The statuses of a batch are about its own size limit, which is not set.
void put_into(rocksdb::WriteBatch& batch, const RowTables& tables, const RowChange& change) {
  for (const RowChange::Row& row : change.rows) {
    batch.Put(tables.rows(), RowKey(row.number), row.bytes).PermitUncheckedError();
  }
  for (const std::uint64_t number : change.erased) {
    batch.Delete(tables.rows(), RowKey(number)).PermitUncheckedError();
  }
  for (const RowChange::Key& key : change.keys) {
    if (key.value) {
      batch.Put(tables.keys(), key.key, *key.value).PermitUncheckedError();
    } else {
      batch.Delete(tables.keys(), key.key).PermitUncheckedError();
    }
  }
}

}  // namespace

RowStore::Inside::Inside(const std::string& folder, const RowStoreOptions& options)
    : tables_(folder, options),
      recent_(tables_.recent_bytes()),
      durability_(options.durability),
      // RocksDB has put the recovered changes into tables.
      durable_(tables_.changes_at_opening()) {
  if (options.read_only) return;
  if (options.waits_for_space) {
    tables_.space().begin_waiting([this](const std::string& why) { set_full(why); });
  }
  thread_ = std::thread([this] { commit_all(); });
}

RowStore::Inside::~Inside() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard hold(mutex_);
    stops_ = true;
  }
  wake_.notify_all();
  tables_.space().end_waiting();
  thread_.join();
}

std::uint64_t RowStore::Inside::submit(RowChange change) {
  if (tables_.is_read_only()) {
    throw Error(ErrorCode::invalid_argument,
                "the row store is open for reading only; open it without read_only",
                tables_.folder());
  }
  const std::uint64_t bytes = bytes_of(change);
  std::uint64_t ticket = 0;
  {
    const std::lock_guard hold(mutex_);
    if (failure_) throw *failure_;
    queue_.push_back({std::move(change), bytes});
    queued_bytes_ += bytes;
    ticket = submitted_.load(std::memory_order_relaxed) + 1;
    submitted_.store(ticket, std::memory_order_release);
  }
  wake_.notify_one();
  return ticket;
}

void RowStore::Inside::require_ticket(std::uint64_t ticket) const {
  if (ticket == 0 || ticket > submitted()) {
    throw Error(ErrorCode::invalid_argument, "nobody has ticket " + std::to_string(ticket),
                tables_.folder());
  }
}

void RowStore::Inside::wait(std::uint64_t ticket) const {
  require_ticket(ticket);
  std::unique_lock hold(mutex_);
  decided_.wait(hold, [&] { return ticket <= committed() || has_failed_ || full_; });
  if (ticket > committed()) throw has_failed_ ? *failure_ : *full_;
}

std::optional<Error> RowStore::Inside::failure() const {
  const std::lock_guard hold(mutex_);
  return failure_ ? failure_ : full_;
}

bool RowStore::Inside::is_retried() const {
  const std::lock_guard hold(mutex_);
  return !failure_ && full_;
}

void RowStore::Inside::set_full(const std::string& why) {
  {
    const std::lock_guard hold(mutex_);
    full_.reset();
    if (!why.empty()) {
      full_.emplace(
          ErrorCode::no_space,
          "the disk is full (" + why + "); make room on it: writes are tried again every second",
          tables_.folder());
    }
  }
  decided_.notify_all();
}

Error RowStore::Inside::lasting(const Error& error) const {
  Sentence what = error.fault();
  if (tables_.space().has_failed_sync()) {
    what = "a sync failed (" + what + "), so the last changes may not be on the disk";
  } else if (error.code() == ErrorCode::no_space) {
    what += "; make room on it";
  }
  return Error{error.code(), what + "; open the store again", error.where()};
}

Error RowStore::Inside::fail(const Error& error) {
  Error failure = lasting(error);
  const std::lock_guard hold(mutex_);
  if (!failure_) failure_ = failure;
  wake_.notify_one();
  return failure;
}

// Takes the first changes of the queue, as many as a group may have.
std::vector<RowStore::Inside::Queued> RowStore::Inside::take_group() {
  std::vector<Queued> group;
  std::uint64_t bytes = 0;
  while (!queue_.empty() && (group.empty() || bytes + queue_.front().bytes <= kGroupBytesMax)) {
    bytes += queue_.front().bytes;
    group.push_back(std::move(queue_.front()));
    queue_.pop_front();
  }
  queued_bytes_ -= bytes;
  return group;
}

void RowStore::Inside::write(const std::vector<Queued>& group, bool sync) {
  rocksdb::WriteBatch batch;
  const std::uint64_t changes = tables_.changes_at_opening() + committed() + group.size();
  const LogMark mark{tables_.store_number(), changes, durable_};
  // The mark must be first, because row_log_internal.h expects it there.
  batch.Put(tables_.marks(), slice_of(kMarkKey), mark_bytes(mark)).PermitUncheckedError();
  for (const Queued& each : group) put_into(batch, tables_, each.change);
  rocksdb::WriteOptions options;
  options.sync = sync;
  {
    const std::lock_guard hold(writing_);
    tables_.throw_if_failed();
    throw_unless_ok(tables_.db().Write(options, &batch), tables_.folder());
  }
  marked_ = !sync;
  if (sync) {
    ++syncs_;
    durable_ = changes;
  }
}

void RowStore::Inside::write_group(const std::vector<Queued>& group) {
  const bool sync = durability_ == Durability::sync;
  if (!sync && !unsynced_since_) unsynced_since_ = Clock::now();
  write(group, sync);
  for (const Queued& each : group) {
    for (const RowChange::Row& row : each.change.rows) recent_.forget(row.number);
    for (const std::uint64_t number : each.change.erased) recent_.forget(number);
  }
  ++groups_;
  largest_group_ = std::max<std::uint64_t>(largest_group_, group.size());
  committed_.store(committed() + group.size(), std::memory_order_release);
}

void RowStore::Inside::sync_log() {
  {
    const std::lock_guard hold(writing_);
    tables_.throw_if_failed();
    throw_unless_ok(tables_.db().SyncWAL(), tables_.folder());
  }
  ++syncs_;
  durable_ = tables_.changes_at_opening() + committed();
  marked_ = false;
  unsynced_since_.reset();
}

// Returns true if there was something to do.
bool RowStore::Inside::step(std::unique_lock<std::mutex>& hold) {
  const bool is_late = durability_ == Durability::second && unsynced_since_ &&
                       Clock::now() - *unsynced_since_ >= kSyncEvery;
  if (queue_.empty() && !is_late && marked_ && !(stops_ && unsynced_since_)) return false;
  const std::vector<Queued> group = is_late ? std::vector<Queued>() : take_group();
  const bool closes = stops_ && group.empty();
  hold.unlock();
  if (!group.empty()) {
    write_group(group);
  } else if (is_late || (closes && unsynced_since_)) {
    sync_log();
  } else {
    // No record follows the last group to note that it was synced, so a mark is written alone while
    // nothing is queued. It is not synced itself; the system writes it within half a minute.
    write({}, false);
  }
  hold.lock();
  return true;
}

void RowStore::Inside::commit_all() {
  std::unique_lock hold(mutex_);
  while (!failure_) {
    try {
      const std::uint64_t before = committed();
      if (step(hold)) {
        if (committed() != before) decided_.notify_all();
        continue;
      }
    } catch (const Error& error) {
      if (!hold.owns_lock()) hold.lock();
      if (!failure_) failure_ = lasting(error);
      break;
    } catch (const std::exception& error) {  // no memory
      if (!hold.owns_lock()) hold.lock();
      if (!failure_) failure_ = lasting(Error{ErrorCode::io, error.what(), tables_.folder()});
      break;
    }
    if (stops_) return;
    if (unsynced_since_ && durability_ == Durability::second) {
      wake_.wait_until(hold, *unsynced_since_ + kSyncEvery);
    } else {
      wake_.wait(hold);
    }
  }
  has_failed_ = true;
  queue_.clear();
  queued_bytes_ = 0;
  decided_.notify_all();
}

RowStoreFigures RowStore::Inside::figures() const {
  RowStoreFigures figures;
  {
    const std::lock_guard hold(mutex_);
    figures.queued = queue_.size();
    figures.queued_bytes = queued_bytes_;
  }
  figures.changes = committed();
  figures.changes_in_all = tables_.changes_at_opening() + figures.changes;
  figures.groups = groups_;
  figures.syncs = syncs_;
  figures.largest_group = largest_group_;
  rocksdb::DB& db = tables_.db();
  figures.memory_bytes = tables_.cache().GetUsage() + recent_.bytes();
  for (rocksdb::ColumnFamilyHandle* family : tables_.families()) {
    std::uint64_t value = 0;
    if (db.GetIntProperty(family, rocksdb::DB::Properties::kTotalSstFilesSize, &value)) {
      figures.disk_bytes += value;
    }
    if (db.GetIntProperty(family, rocksdb::DB::Properties::kEstimateTableReadersMem, &value)) {
      figures.memory_bytes += value;
    }
  }
  db.GetIntProperty(tables_.rows(), rocksdb::DB::Properties::kEstimateNumKeys, &figures.rows);
  rocksdb::VectorLogPtr logs;
  if (db.GetSortedWalFiles(logs).ok()) {
    for (const auto& log : logs) figures.disk_bytes += log->SizeFileBytes();
  }
  return figures;
}

RowStore RowStore::open(const std::string& folder, const RowStoreOptions& options) {
  return RowStore(std::make_unique<Inside>(folder, options));
}

RowStore::RowStore(std::unique_ptr<Inside> inside) noexcept : inside_(std::move(inside)) {}
RowStore::~RowStore() = default;
RowStore::RowStore(RowStore&&) noexcept = default;
RowStore& RowStore::operator=(RowStore&&) noexcept = default;

std::uint64_t RowStore::submit(RowChange change) { return inside_->submit(std::move(change)); }
void RowStore::wait(std::uint64_t ticket) const { inside_->wait(ticket); }
std::uint64_t RowStore::submitted() const noexcept { return inside_->submitted(); }
std::uint64_t RowStore::committed() const noexcept { return inside_->committed(); }
std::optional<Error> RowStore::failure() const { return inside_->failure(); }
bool RowStore::is_retried() const { return inside_->is_retried(); }
std::uint64_t RowStore::bytes_to_write() const { return inside_->tables().bytes_to_write(); }
RowStoreFigures RowStore::figures() const { return inside_->figures(); }
bool RowStore::is_read_only() const noexcept { return inside_->tables().is_read_only(); }

}  // namespace facsim

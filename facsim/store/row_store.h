// SPDX-License-Identifier: Apache-2.0
#pragma once
// The store of record: numbered rows and named values that survive a power cut. Over RocksDB.
//
//   RowStore store = RowStore::open(folder, {.create = true});
//   RowChange change;
//   change.rows.push_back({store.last_row() + 1, bytes});
//   change.keys.push_back({"crawl/7", "done"});
//   const std::uint64_t ticket = store.submit(std::move(change));
//   store.wait(ticket);  // the change is on the disk
//
// A change is stored completely or not at all, and never without those submitted before it: after a
// crash, the store has a prefix of the changes in the order of their tickets (sequence numbers),
// and with Durability::sync one that includes all acknowledged changes. docs/formats/row-store.md
// describes the files, and what is detected when a byte of them flips.
//
// Group commit (DeWitt et al., SIGMOD 1984): one thread of the store writes and syncs all queued
// changes at once, and the next group gathers during the sync. So a sync costs the same for one
// client and for a hundred. The queue is not bounded: a caller that may submit faster than the disk
// can write compares submitted() with committed() and waits.
//
// All functions may be called from any thread, also concurrently; moving and destroying may not.
// RocksDB has one or two threads of its own for flushes and compactions, which is why this room may
// start one too (otherwise threads live in the corridor).

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "facsim/base/error.h"
#include "facsim/store/row_change.h"

namespace facsim {

class RowStore {
 public:
  // Throws Error{not_found} if there is no store, {already_exists} if it would have to be created
  // beside other files, {invalid_argument} for another RocksDB database, {unsupported} for a store
  // of a newer facsim, {busy} if another process has it open for writing (the message names it),
  // {damaged} if acknowledged changes are missing, {no_space, io}. If the store was not closed, its
  // log is replayed: at most half of memory_bytes, read twice.
  [[nodiscard]] static RowStore open(const std::string& folder,
                                     const RowStoreOptions& options = {});
  // Commits what was submitted (a failure of that is reported only to callers of wait()), syncs,
  // closes.
  ~RowStore();
  RowStore(RowStore&&) noexcept;
  RowStore& operator=(RowStore&&) noexcept;

  // ---- changes ----

  // Queues the change; never waits for the disk. Tickets ascend by one from 1. Throws Error{io,
  // no_space} after a write failed and is not retried (the store must be opened again), and
  // {invalid_argument} if read_only.
  std::uint64_t submit(RowChange change);
  // Waits until the change of that ticket, and so all before it, is acknowledged. Throws Error{io,
  // no_space} if it failed or waits for space (is_retried()): the change may still be written then,
  // or exist when the store is opened again. Throws Error{invalid_argument} for an unknown ticket.
  void wait(std::uint64_t ticket) const;
  // All changes committed by now are on the disk when this returns, whatever the durability. Call
  // it before writing something elsewhere that relies on them. Throws Error{io, no_space}, after
  // which failure() is set, and while is_retried().
  void sync();
  [[nodiscard]] std::uint64_t submitted() const noexcept;  // the last ticket given
  [[nodiscard]] std::uint64_t committed() const noexcept;  // the last one acknowledged
  // The reason why nothing can be written at the moment. Reads still work.
  [[nodiscard]] std::optional<Error> failure() const;
  // True while a write waits for space on the disk (waits_for_space). It is retried every second,
  // and queued changes are written once it succeeds. False while failure() is final: then nothing
  // is written until the store is opened again, as after a failed sync.
  [[nodiscard]] bool is_retried() const;

  // ---- reads of committed changes, not of submitted ones. They throw Error{io, damaged} ----

  // While a change of the row is being committed: the row as it was before or as it is after.
  [[nodiscard]] std::optional<std::string> row(std::uint64_t number) const;
  // Visits rows ascending from `first`, of one snapshot; `visit` returns true to continue.
  void for_each_row(
      std::uint64_t first,
      const std::function<bool(std::uint64_t number, std::string_view bytes)>& visit) const;
  [[nodiscard]] std::uint64_t last_row() const;  // the highest number; 0 if there are no rows
  [[nodiscard]] std::optional<std::string> value(std::string_view key) const;
  // Visits the keys with this prefix that are not before `from`, ascending, of one snapshot.
  void for_each_key(
      std::string_view prefix, std::string_view from,
      const std::function<bool(std::string_view key, std::string_view value)>& visit) const;

  // ---- the whole ----

  // Makes a consistent copy that can be opened, durable when this returns, while writers go on.
  // Uses hard links if possible: then only the write buffers and the log are written. Throws
  // Error{already_exists, io, no_space}, and {invalid_argument} if read_only.
  void checkpoint(const std::string& folder) const;
  // Reads every byte of tables, manifest and log; throws Error{damaged} with the file of the first
  // damage. `check` is called after every MiB and may throw to stop.
  void verify(const std::function<void()>& check = {}) const;
  [[nodiscard]] RowStoreFigures figures() const;
  // An estimate of the bytes that are still to be written without any further change.
  [[nodiscard]] std::uint64_t bytes_to_write() const;
  [[nodiscard]] bool is_read_only() const noexcept;

 private:
  class Inside;
  explicit RowStore(std::unique_ptr<Inside> inside) noexcept;
  std::unique_ptr<Inside> inside_;
};

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The store of record: numbered rows and named values that survive a power cut. Over RocksDB.
//
//   RowStore store = RowStore::open(folder, {.create = true});
//   RowChange change;
//   change.rows.push_back({store.last_row() + 1, bytes});
//   change.keys.push_back({"crawl/7", "done"});
//   const std::uint64_t ticket = store.submit(std::move(change));
//   store.wait(ticket);  // it is on the disk
//
// A change is there whole or not at all, and never without those submitted before it: what a crash
// leaves is a prefix of the changes in the order of their tickets, and with Durability::sync one
// that holds all that were acknowledged. docs/formats/row-store.md says what is on the disk, and
// what is found when a byte of it flips.
//
// Group commit (DeWitt et al., SIGMOD 1984): one thread of the store writes and syncs all that is
// queued at once, and while it syncs the next group gathers. So a sync costs the same for one
// client and for a hundred. The queue has no bound: who submits faster than the disk takes compares
// submitted() with committed() and waits.
//
// All functions may be called from any thread, also at once; moving and destroying may not. RocksDB
// has one or two threads of its own behind this, for flushes and compactions, and is why this room
// may start one too (otherwise threads live in the corridor).

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
  // Throws Error{not_found} where there is no store, {already_exists} if it would have to be made
  // beside other files, {invalid_argument} for another RocksDB database, {unsupported} for a store
  // of a newer facsim, {busy} if another has it open for writing (the message says who), {damaged}
  // where changes that were acknowledged are not all there, {no_space, io}. A store that was not
  // closed reads its log again: at most half of memory_bytes, read twice.
  [[nodiscard]] static RowStore open(const std::string& folder,
                                     const RowStoreOptions& options = {});
  // Commits what was submitted (where that fails nobody hears of it but those who wait), syncs,
  // closes.
  ~RowStore();
  RowStore(RowStore&&) noexcept;
  RowStore& operator=(RowStore&&) noexcept;

  // ---- changes ----

  // Queues; never waits for the disk. Tickets ascend by one from 1. Throws Error{io, no_space} once
  // a write failed and is not retried (the store must be opened again), {invalid_argument} when
  // read_only.
  std::uint64_t submit(RowChange change);
  // Until the change of that ticket (and so all before it) is acknowledged. Throws Error{io,
  // no_space} if it failed or waits for room (is_retried()): the change may still be written then,
  // or be found when the store is opened again. Error{invalid_argument} for a ticket that nobody
  // has.
  void wait(std::uint64_t ticket) const;
  // What is committed by now is on the disk when this returns, whatever the durability: for who is
  // about to write elsewhere what relies on it. Throws Error{io, no_space}, after which failure()
  // is set, and while is_retried().
  void sync();
  [[nodiscard]] std::uint64_t submitted() const noexcept;  // the last ticket given
  [[nodiscard]] std::uint64_t committed() const noexcept;  // the last one acknowledged
  // Why nothing can be written at the moment. Reads still work.
  [[nodiscard]] std::optional<Error> failure() const;
  // True while a write waits for room on the disk (waits_for_space). It is tried again every
  // second, and what was submitted is written then. False while failure() is set: nothing is
  // written until the store is opened again, as after a failed sync.
  [[nodiscard]] bool is_retried() const;

  // ---- reads: of what is committed, not of what is only submitted. Throw Error{io, damaged} ----

  // While a change of the row is being committed: as it was before or as it is behind it.
  [[nodiscard]] std::optional<std::string> row(std::uint64_t number) const;
  // Ascending from `first`, of one snapshot; `visit` returns whether to go on.
  void for_each_row(
      std::uint64_t first,
      const std::function<bool(std::uint64_t number, std::string_view bytes)>& visit) const;
  [[nodiscard]] std::uint64_t last_row() const;  // the highest number that is there; 0: none
  [[nodiscard]] std::optional<std::string> value(std::string_view key) const;
  // The keys that begin with `prefix` and are not before `from`, ascending, of one snapshot.
  void for_each_key(
      std::string_view prefix, std::string_view from,
      const std::function<bool(std::string_view key, std::string_view value)>& visit) const;

  // ---- the whole ----

  // A consistent copy that can be opened, durable when this returns, while writers go on. Hard
  // links where possible: then it costs no more than the write buffers and the log. Throws
  // Error{already_exists, io, no_space}, {invalid_argument} when read_only.
  void checkpoint(const std::string& folder) const;
  // Reads every byte of tables, manifest and log; the first damage is thrown as an Error{damaged}
  // naming the file. `check` is called after every MiB and may throw to stop.
  void verify(const std::function<void()>& check = {}) const;
  [[nodiscard]] RowStoreFigures figures() const;
  // What is to be written yet without a change: an estimate.
  [[nodiscard]] std::uint64_t bytes_to_write() const;
  [[nodiscard]] bool is_read_only() const noexcept;

 private:
  class Inside;
  explicit RowStore(std::unique_ptr<Inside> inside) noexcept;
  std::unique_ptr<Inside> inside_;
};

}  // namespace facsim

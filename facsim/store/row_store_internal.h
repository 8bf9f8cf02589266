// SPDX-License-Identifier: Apache-2.0
#pragma once
// The implementation of a row store: the tables, the queue, and the thread that commits.

#include <rocksdb/slice.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/store/recent_rows_internal.h"
#include "facsim/store/row_log_internal.h"
#include "facsim/store/row_store.h"
#include "facsim/store/row_tables_internal.h"

namespace facsim {

// A larger change is a group of its own.
inline constexpr std::uint64_t kGroupBytesMax = std::uint64_t{4} << 20;
// With Durability::second: half of the promised time; the rest is for the sync itself.
inline constexpr std::chrono::milliseconds kSyncEvery{500};

[[nodiscard]] inline rocksdb::Slice slice_of(std::string_view bytes) noexcept {
  return {bytes.data(), bytes.size()};
}

// Big-endian, so that keys have the order of the numbers.
class RowKey {
 public:
  explicit RowKey(std::uint64_t number) noexcept {
    for (std::size_t at = bytes_.size(); at-- > 0; number >>= 8U) {
      bytes_[at] = static_cast<char>(number & 0xffU);
    }
  }
  // NOLINTNEXTLINE(google-explicit-constructor): keys are passed to RocksDB as slices
  operator rocksdb::Slice() const noexcept { return {bytes_.data(), bytes_.size()}; }

 private:
  std::array<char, 8> bytes_{};
};
// The number encoded in 8 bytes of a key.
[[nodiscard]] inline std::uint64_t big_endian(std::string_view bytes) noexcept {
  std::uint64_t number = 0;
  for (const char byte : bytes) number = number << 8U | static_cast<unsigned char>(byte);
  return number;
}

class RowStore::Inside {
 public:
  Inside(const std::string& folder, const RowStoreOptions& options);
  ~Inside();
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

  std::uint64_t submit(RowChange change);
  void wait(std::uint64_t ticket) const;
  [[nodiscard]] std::uint64_t submitted() const noexcept {
    return submitted_.load(std::memory_order_acquire);
  }
  [[nodiscard]] std::uint64_t committed() const noexcept {
    return committed_.load(std::memory_order_acquire);
  }
  [[nodiscard]] std::optional<Error> failure() const;
  [[nodiscard]] bool is_retried() const;
  [[nodiscard]] RowStoreFigures figures() const;
  [[nodiscard]] const RowTables& tables() const noexcept { return tables_; }
  [[nodiscard]] std::optional<std::string> row(std::uint64_t number) const;

  void sync();

 private:
  using Clock = std::chrono::steady_clock;
  struct Queued {
    RowChange change;
    std::uint64_t bytes = 0;
  };

  void require_ticket(std::uint64_t ticket) const;
  // Refuses all later writes with lasting(error), which it returns.
  Error fail(const Error& error);
  // Called with the reason when the disk becomes full, and with "" when a write found space again.
  void set_full(const std::string& why);
  // The same error with its remedy: to open the store again, also after a failed sync.
  [[nodiscard]] Error lasting(const Error& error) const;
  void require_writable() const;

  // Called by the committing thread.
  void commit_all();
  bool step(std::unique_lock<std::mutex>& hold);
  [[nodiscard]] std::vector<Queued> take_group();
  void write(const std::vector<Queued>& group, bool sync);
  void write_group(const std::vector<Queued>& group);
  void sync_log();

  RowTables tables_;
  mutable RecentRows recent_;
  mutable std::atomic<std::uint64_t> reads_ = 0;  // number of rows read from tables
  mutable std::atomic<bool> cache_is_full_ = false;
  const Durability durability_;

  mutable std::mutex mutex_;  // guards the members below, up to stops_
  mutable std::condition_variable decided_;
  std::condition_variable wake_;
  std::deque<Queued> queue_;
  std::uint64_t queued_bytes_ = 0;
  std::optional<Error> failure_;
  std::optional<Error> full_;  // set while writes wait for space
  bool has_failed_ = false;    // the committing thread has stopped: no ticket can succeed any more
  bool stops_ = false;

  std::atomic<std::uint64_t> submitted_ = 0;
  std::atomic<std::uint64_t> committed_ = 0;
  std::atomic<std::uint64_t> groups_ = 0;
  std::atomic<std::uint64_t> syncs_ = 0;
  std::atomic<std::uint64_t> largest_group_ = 0;

  // Used by the committing thread alone.
  std::uint64_t durable_;  // changes on the disk, since the store was created
  bool marked_ = true;     // true if a record in the log contains durable_
  std::optional<Clock::time_point> unsynced_since_;

  // Held while writing or syncing: after a failure the log is not used again (throw_if_failed()).
  std::timed_mutex writing_;

  std::thread thread_;
};

}  // namespace facsim

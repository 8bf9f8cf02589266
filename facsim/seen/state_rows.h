// SPDX-License-Identifier: Apache-2.0
#pragma once
// The operations on a store's rows that are allowed while its lock is held: mainly queueing
// changes, which never waits for the disk.
//
// Rows are read before the lock is taken (rows_read.h). A row that a caller could not know then,
// because another call or the same one changed something since, is read late, under the lock;
// late_reads() counts these. It also counts late look-ups in segments: they are mapped, so a
// look-up may wait for the disk too.

#include <atomic>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_rows.h"
#include "facsim/store/row_store.h"

namespace facsim {

class StateRows {
 public:
  // `rows` must outlive this.
  explicit StateRows(RowStore& rows) : rows_(rows) {}

  std::uint64_t submit(RowChange change) { return rows_.submit(std::move(change)); }
  [[nodiscard]] std::uint64_t submitted() const noexcept { return rows_.submitted(); }
  [[nodiscard]] std::uint64_t committed() const noexcept { return rows_.committed(); }
  // The ticket of the next submitted change.
  [[nodiscard]] std::uint64_t next_ticket() const noexcept { return rows_.submitted() + 1; }
  [[nodiscard]] std::optional<Error> failure() const { return rows_.failure(); }
  [[nodiscard]] bool is_retried() const { return rows_.is_retried(); }

  [[nodiscard]] std::optional<StoredPage> page_late(std::uint64_t row,
                                                    const std::string& folder) const {
    ++late_reads_;
    return read_row(rows_, row, folder);
  }
  [[nodiscard]] std::optional<std::string> value_late(std::string_view key) const {
    ++late_reads_;
    return rows_.value(key);
  }
  [[nodiscard]] std::uint64_t size_late(std::uint64_t representative) const {
    ++late_reads_;
    return size_in(rows_, representative);
  }
  [[nodiscard]] std::set<std::uint64_t> members_late(std::uint64_t representative) const {
    ++late_reads_;
    return members_in(rows_, representative);
  }
  // Call before a look-up in segments while the lock is held.
  void count_late_look_up() const { ++late_reads_; }
  [[nodiscard]] std::uint64_t late_reads() const noexcept { return late_reads_; }

  // Returns the size of a cluster according to the rows, which have no sizes of 1.
  [[nodiscard]] static std::uint64_t size_in(const RowStore& rows, std::uint64_t representative) {
    const std::optional<std::string> size = rows.value(cluster_size_key(representative));
    return size ? number_of(*size) : 1;
  }
  // Returns the members of a cluster according to the rows.
  [[nodiscard]] static std::set<std::uint64_t> members_in(const RowStore& rows,
                                                          std::uint64_t representative) {
    std::set<std::uint64_t> members;
    const std::string prefix = cluster_member_prefix(representative);
    rows.for_each_key(prefix, prefix, [&](std::string_view key, std::string_view) {
      members.insert(members.end(), number_of(key.substr(prefix.size())));
      return true;
    });
    return members;
  }

 private:
  RowStore& rows_;
  mutable std::atomic<std::uint64_t> late_reads_ = 0;
};

}  // namespace facsim

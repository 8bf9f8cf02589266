// SPDX-License-Identifier: Apache-2.0
#pragma once
// The times at which pages of a store were last met again.
//
// A time is noted at most once a day, so that a crawler that visits again causes few writes. The
// rows of the store contain the times; recent ones are in memory too. Times are milliseconds since
// 1970; 0: never.
//
// One thread at a time may change it; const calls are safe from any thread while no thread changes
// it.

#include <cstdint>
#include <optional>

#include "facsim/seen/open_reads.h"
#include "facsim/seen/recent_values.h"
#include "facsim/seen/rows_read.h"
#include "facsim/seen/state_change.h"
#include "facsim/seen/state_rows.h"
#include "facsim/seen/store_keys.h"

namespace facsim {

// A page is noted as met again only after this time since it was first seen or last met.
inline constexpr std::int64_t kMetEveryMs = 86'400'000;

class MetTimes {
 public:
  // `rows` and `reads` must outlive this.
  MetTimes(const StateRows& rows, OpenReads& reads) : rows_(rows), reads_(reads) {}

  [[nodiscard]] std::optional<std::int64_t> recent(std::uint64_t row) const {
    const std::int64_t* const found = recent_.find(row);
    return found == nullptr ? std::nullopt : std::optional(*found);
  }
  [[nodiscard]] std::int64_t of(std::uint64_t row, const RowsRead& read) const {
    if (const auto found = recent(row)) return *found;
    if (const auto found = read.met_ms.find(row); found != read.met_ms.end()) return found->second;
    if (row > read.last_row) return 0;
    const std::optional<std::string> value = rows_.value_late(last_seen_key(row));
    return value ? static_cast<std::int64_t>(number_of(*value)) : 0;
  }
  void set(std::uint64_t row, std::int64_t met_ms, StateChange& change) {
    if (recent_.is_full()) recent_.forget(reads_.known_to_all(rows_.committed()));
    recent_.set(row, met_ms, rows_.next_ticket());
    change.set_key(last_seen_key(row), bytes_of_number(static_cast<std::uint64_t>(met_ms)));
  }
  // Calls set(), unless the page was first seen or met less than a day ago.
  void set_if_due(std::uint64_t row, std::int64_t first_seen_ms, std::int64_t now_ms,
                  StateChange& change) {
    if (now_ms - first_seen_ms < kMetEveryMs) return;
    if (now_ms - of(row, change.read) >= kMetEveryMs) set(row, now_ms, change);
  }

 private:
  static constexpr std::size_t kRecentMax = std::size_t{1} << 16;

  const StateRows& rows_;
  OpenReads& reads_;
  RecentValues<std::uint64_t, std::int64_t> recent_{kRecentMax};
};

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The members of a store's clusters, and how many pages each cluster has.
//
// The rows of the store contain all of it. Recent changes are in memory and take precedence, since
// the rows may not have them yet. The members of a cluster do not include its representative; its
// size does. Pages of open crawls are counted apart (crawl_book.h).
//
// One thread at a time may change it; const calls are safe from any thread while no thread changes
// it.

#include <cstdint>
#include <optional>
#include <set>

#include "facsim/seen/known_sizes.h"
#include "facsim/seen/open_reads.h"
#include "facsim/seen/recent_members.h"
#include "facsim/seen/recent_values.h"
#include "facsim/seen/rows_read.h"
#include "facsim/seen/state_change.h"
#include "facsim/seen/state_rows.h"

namespace facsim {

class StoreClusters {
 public:
  // `rows` and `reads` must outlive this. Sizes take at most sizes_bytes_max of memory
  // (known_sizes.h).
  StoreClusters(const StateRows& rows, OpenReads& reads, std::uint64_t sizes_bytes_max)
      : rows_(rows), reads_(reads), sizes_(sizes_bytes_max) {}

  // ---- sizes ----

  [[nodiscard]] std::uint64_t size(std::uint64_t representative, const RowsRead& read) const;
  // The same if it is in memory.
  [[nodiscard]] std::optional<std::uint64_t> known_size(std::uint64_t representative) const;
  void set_size(std::uint64_t representative, std::uint64_t pages, StateChange& change);
  // Sizes are loaded from the rows piece by piece. Returns false if memory is too small.
  bool learn_size(std::uint64_t representative, std::uint64_t pages) {
    return sizes_.learn(representative, pages);
  }
  void end_learning() { sizes_.end_learning(); }
  [[nodiscard]] bool knows_all_sizes() const noexcept { return sizes_.is_whole(); }

  // ---- members ----

  [[nodiscard]] std::set<std::uint64_t> members(std::uint64_t representative,
                                                const RowsRead& read) const;
  void set_member(std::uint64_t representative, std::uint64_t member, bool is_member,
                  StateChange& change);
  // Updates the members of a cluster, as read from the rows, to the present state.
  void apply_recent(std::uint64_t representative, std::set<std::uint64_t>& members) const {
    members_.apply(representative, members);
  }

 private:
  static constexpr std::size_t kRecentMax = std::size_t{1} << 16;

  const StateRows& rows_;
  OpenReads& reads_;
  KnownSizes sizes_;
  RecentValues<std::uint64_t, std::uint64_t> recent_sizes_{kRecentMax};
  RecentMembers members_;
};

}  // namespace facsim

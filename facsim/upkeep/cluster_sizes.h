// SPDX-License-Identifier: Apache-2.0
#pragma once
// How many pages have the clusters of a store, with those that open crawls bring?
//
// Read from the keys beside the rows. next_from() is for who meets clusters in ascending order: it
// keeps some thousand keys in memory, however many there are. One thread at a time.

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "facsim/store/row_store.h"

namespace facsim {

class ClusterSizes {
 public:
  // Cluster, pages.
  using Size = std::pair<std::uint64_t, std::uint64_t>;

  explicit ClusterSizes(const RowStore& rows);

  // By number of the first page.
  [[nodiscard]] std::uint64_t of(std::uint64_t representative) const;
  // The same where numbers ascend from call to call.
  [[nodiscard]] std::uint64_t next_from(std::uint64_t representative);
  // The largest ones of two pages and more, at most so many; of equal ones the older.
  [[nodiscard]] std::vector<Size> largest(std::size_t most) const;

 private:
  void read_ahead(std::uint64_t from);

  const RowStore& rows_;
  std::map<std::uint64_t, std::uint64_t> joined_;  // pages of open crawls, which keys do not count
  std::deque<Size> ahead_;
  std::uint64_t ahead_to_ = 0;  // all sizes before this number were read
  bool is_at_end_ = false;
};

}  // namespace facsim

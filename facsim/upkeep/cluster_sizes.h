// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of pages of a store's clusters, including pages of open crawls.
//
// They are read from the keys in the store. next_from() is for callers that visit clusters in
// ascending order: it keeps some thousand keys in memory, however many there are. One thread at a
// time.

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

  // `representative` is the number of the first page.
  [[nodiscard]] std::uint64_t of(std::uint64_t representative) const;
  // The same, but numbers must ascend from call to call.
  [[nodiscard]] std::uint64_t next_from(std::uint64_t representative);
  // Returns the largest ones of two or more pages, at most `most`; among equals the older first.
  [[nodiscard]] std::vector<Size> largest(std::size_t most) const;

 private:
  void read_ahead(std::uint64_t from);

  const RowStore& rows_;
  // pages of open crawls, which the sizes in the rows do not count
  std::map<std::uint64_t, std::uint64_t> joined_;
  std::deque<Size> ahead_;
  std::uint64_t ahead_to_ = 0;  // all sizes before this number were read
  bool is_at_end_ = false;
};

}  // namespace facsim

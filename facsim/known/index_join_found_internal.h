// SPDX-License-Identifier: Apache-2.0
#pragma once
// The results of a batch of new fingerprints in an index, and their conversion into pairs in order.
// For index_join.cc.
//
// A fingerprint of the index with few entries is found once for each of them; one with a crowd is
// found once, and its entries are read from the index as they are visited. Cost of a new one: its
// crowds in memory, and as many hits as the limit.

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "facsim/base/spill_sort.h"
#include "facsim/known/index_pair.h"
#include "facsim/known/open_index.h"

namespace facsim {

// Fingerprints with more entries are crowds; so a fingerprint expands to at most this many results.
inline constexpr std::uint64_t kExpandedAtOnce = 16;

struct Found {
  std::uint64_t fresh = 0;
  std::uint64_t number = 0;  // an ordinal; for a crowd its place in the segment's first table
  std::uint32_t segment = 0;
  std::uint16_t distance = 0;
  std::uint16_t is_single = 1;  // 0 for a crowd
  [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return fresh; }
  // For each new one the crowds come first, so that all are known when its entries follow.
  friend bool operator<(const Found& a, const Found& b) noexcept {
    return std::tie(a.fresh, a.is_single, a.segment, a.number) <
           std::tie(b.fresh, b.is_single, b.segment, b.number);
  }
};

class FoundPairs {
 public:
  using Visit = std::function<void(const IndexPair&)>;

  // All must outlive this. `limit` 0: no limit.
  FoundPairs(const OpenIndex& index, std::uint64_t limit, const Visit& visit)
      : index_(index), limit_(limit), visit_(visit) {}

  // Visits the pairs of a batch; `first` is the number of its first new one.
  void visit_all(SpillSorter<Found>& found, std::uint64_t first);
  [[nodiscard]] std::uint64_t truncated() const noexcept { return truncated_; }

 private:
  // A crowd's next entry, and how much of the crowd was read.
  struct Crowd {
    IndexHit next;
    std::uint64_t place = 0;
    std::uint64_t read = 0;
    std::uint64_t count = 0;
  };

  [[nodiscard]] bool advance(Crowd& crowd) const;
  // Visits the pairs of one new one: merge() all of them, choose() the nearest.
  void merge(SpillSorter<Found>& found, std::uint64_t fresh);
  void choose(SpillSorter<Found>& found, std::uint64_t fresh);
  bool offer(const IndexHit& hit);
  void next(SpillSorter<Found>& found) { has_front_ = found.next(front_); }
  [[nodiscard]] bool is_of(std::uint64_t fresh) const {
    return has_front_ && front_.fresh == fresh;
  }

  const OpenIndex& index_;
  const std::uint64_t limit_;
  const Visit& visit_;
  std::uint64_t first_ = 0;
  Found front_;
  bool has_front_ = false;
  std::vector<Crowd> crowds_;
  std::vector<IndexHit> nearest_;
  bool dropped_ = false;  // a hit was among the nearest for a while, but no longer
  std::uint64_t truncated_ = 0;
};

}  // namespace facsim

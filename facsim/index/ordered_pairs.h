// SPDX-License-Identifier: Apache-2.0
#pragma once
// All close pairs in their order, from few stored ones: crowds of equal fingerprints are expanded
// pair by pair while they are read, and never stored.
//
// The input is what a join of PairsWanted::leaders reports: for each group of equal fingerprints a
// star around its first, the leader, and the pairs of leaders. 40,000 equal fingerprints are 39,999
// such pairs, and 800 million in all.
//
// Promise: for_each() reports each pair that a join of PairsWanted::all reports, once, with its
// distance, in ascending order of (first, second), whatever the memory. With a limit, an entry is
// first in at most that many pairs: the nearest, and of equal distances those with the lowest
// second.
//
// Cost: 16 bytes a pair of unshared fingerprints, 80 a pair of leaders otherwise, and 40 an entry
// that shares its fingerprint, within the memory, the rest in scratch; a bit an entry. A pair takes
// O(log of the number of fingerprints near it). While the pairs of one entry are reported: 64 bytes
// and a block of ordinals for each fingerprint near it. One thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "facsim/base/scratch.h"
#include "facsim/base/spill_array.h"
#include "facsim/base/spill_sort.h"
#include "facsim/index/join.h"

namespace facsim {

// The entries that share one fingerprint.
struct Crowd {
  std::uint64_t leader = 0;  // the first of them
  std::uint64_t entries = 0;
  // The number of pairs among them.
  [[nodiscard]] std::uint64_t pairs() const noexcept {
    return entries % 2 == 0 ? entries / 2 * (entries - 1) : (entries - 1) / 2 * entries;
  }
};

// A pair of unshared fingerprints: a third smaller than a ClosePair.
struct PlainPair {
  std::uint64_t first = 0;
  std::uint64_t second_and_distance = 0;
  [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return first; }
  [[nodiscard]] ClosePair pair() const noexcept {
    return {first, second_and_distance >> 4, static_cast<int>(second_and_distance & 15)};
  }
  friend auto operator<=>(const PlainPair&, const PlainPair&) = default;
};

class OrderedPairs {
 public:
  // An exception from it ends for_each().
  using Visit = std::function<void(const ClosePair&)>;

  // `scratch` must outlive this.
  OrderedPairs(Scratch& scratch, std::size_t memory_bytes);
  ~OrderedPairs();

  // Takes the pairs of PairsWanted::leaders: the stars first, as a join reports them, then the
  // others, both in any order. Entries are below 2^60.
  void add(const ClosePair& pair);
  // Must be called after the last add(), before the calls below. Calls `check` now and then, which
  // may throw.
  void finish(const std::function<void()>& check = {});

  // The largest groups of equal fingerprints, the largest first, at most `most` of them; and the
  // number of groups with at least `entries_min` entries.
  struct Crowds {
    std::vector<Crowd> largest;
    std::uint64_t count = 0;
  };
  [[nodiscard]] Crowds crowds(std::uint64_t entries_min, std::size_t most) const;

  // May be called once. Reports the pairs whose first is in [begin, end); `limit` 0 means no limit.
  // Returns the number of entries with more pairs than the limit.
  std::uint64_t for_each(std::uint64_t limit, const Visit& visit, std::uint64_t begin = 0,
                         std::uint64_t end = ~std::uint64_t{0});

 private:
  class Expander;
  // Sorted by `from`, then distance, then `to`: a leader's members come before its neighbours.
  struct Link {
    std::uint64_t from = 0;
    std::uint64_t distance_and_to = 0;
    [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return from; }
    friend auto operator<=>(const Link&, const Link&) = default;
  };
  [[nodiscard]] bool is_shared(std::uint64_t leader) const {
    return leader < is_shared_.size() && is_shared_[leader];
  }
  [[nodiscard]] std::uint64_t member(std::uint64_t at) const;
  void read_members(std::uint64_t at, std::span<std::uint64_t> into) const;
  // A leader with members or neighbours has a slot; slots are numbered in the order of leaders.
  void take_members(const std::function<void()>& check);
  void take_neighbours(const std::function<void()>& check);

  Scratch& scratch_;
  std::size_t part_bytes_;
  std::vector<bool> is_shared_;                 // true for each leader with members
  SpillSorter<PlainPair> plain_;                // pairs of unshared fingerprints
  std::unique_ptr<SpillSorter<Link>> links_;    // leader -> member or leader
  std::unique_ptr<SpillSorter<Link>> turned_;   // leader -> slot of a leader near it
  std::unique_ptr<SpillSorter<Link>> entries_;  // entry -> its slot
  SpillBytes members_;                          // ordinals of slot after slot, each ascending
  SpillArray<std::uint64_t> member_ends_;
  SpillArray<std::uint64_t> near_;  // distance and slot, of slot after slot
  SpillArray<std::uint64_t> near_ends_;
};

}  // namespace facsim

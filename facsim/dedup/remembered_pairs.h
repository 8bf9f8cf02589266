// SPDX-License-Identifier: Apache-2.0
#pragma once
// A bounded number of pairs per page that the leader rule had compared in a component, for
// pair_collector.h.
//
// The rule may compare a page with a thousand kept pages. If the list of a page is full, it has the
// pairs that reach the floor, and among these the most alike: the rule takes the best, and a higher
// threshold leaves the best. Cost: 40 bytes per pair; replacing a pair scans the list. Use one per
// thread.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "facsim/dedup/pair_lists.h"

namespace facsim {

// At most this many pairs of a page with earlier ones are listed.
inline constexpr std::uint32_t kListedPairsMax = 64;

class RememberedPairs {
 public:
  // `most` is at least 1.
  explicit RememberedPairs(std::uint32_t most = kListedPairsMax) : most_(most) {}

  // The pairs of one MeasuredPair::page come consecutively, each once. In a full list a pair
  // replaces only a weaker one.
  void add(const MeasuredPair& pair);
  // Returns null if the pair was never added or was replaced; valid until the next add() or take().
  [[nodiscard]] MeasuredPair* find(std::uint32_t page, std::uint32_t other);
  // Replaces the weakest pair of the page by a pair that is not in its list.
  MeasuredPair* put_back(const MeasuredPair& pair);

  // Returns all pairs since the last call, page by page.
  [[nodiscard]] std::vector<MeasuredPair> take();

 private:
  struct Range {
    std::size_t begin = 0;
    std::uint32_t count = 0;
    std::size_t weakest = 0;  // index in pairs_, if the list is full
  };
  [[nodiscard]] std::size_t weakest(const Range& range) const;

  std::uint32_t most_;
  std::vector<MeasuredPair> pairs_;
  std::unordered_map<std::uint32_t, Range> ranges_;  // by page
};

}  // namespace facsim

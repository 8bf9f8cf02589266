// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pairs of a component that the leader rule had compared, for pair_collector.h: of each page
// only so many.
//
// The rule may ask about a thousand kept pages for each page. Of a page whose list is full those
// stay that reach the floor, and of these those that are most alike: the rule takes the best, and a
// higher threshold leaves the best. Cost: 40 bytes a pair; taking the
// place of another looks through the list.
// One a thread.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "facsim/dedup/pair_lists.h"

namespace facsim {

// Of the pairs of a page with earlier ones, so many are listed.
inline constexpr std::uint32_t kListedPairsMax = 64;

class RememberedPairs {
 public:
  // `most` is at least 1.
  explicit RememberedPairs(std::uint32_t most = kListedPairsMax) : most_(most) {}

  // The pairs of one MeasuredPair::page come one after the other, each once. In a full list a pair
  // takes the place of a weaker one only.
  void add(const MeasuredPair& pair);
  // Nothing where it was never added or did not stay; valid until the next add() or take().
  [[nodiscard]] MeasuredPair* find(std::uint32_t page, std::uint32_t other);
  // Puts a pair that did not stay in the place of the weakest of its page.
  MeasuredPair* put_back(const MeasuredPair& pair);

  // All since the last call, page by page.
  [[nodiscard]] std::vector<MeasuredPair> take();

 private:
  struct Range {
    std::size_t begin = 0;
    std::uint32_t count = 0;
    std::size_t weakest = 0;  // of a full list
  };
  [[nodiscard]] std::size_t weakest(const Range& range) const;

  std::uint32_t most_;
  std::vector<MeasuredPair> pairs_;
  std::unordered_map<std::uint32_t, Range> ranges_;  // by page
};

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Under which masks should a join look for its pairs?
//
// Each mask is a pass over all keys; keys that agree on it meet. Every set of masks chosen here
// misses nothing: whichever at most k bits differ, some mask has none of them. Wide masks bring few
// together by chance, but more of them are needed.
//
// The bits are dealt to parts of which each bears some errors, k + 1 - parts together: then one
// part has no more than it bears (the general pigeonhole of Qin et al., ICDE 2018). Within a part
// stand the masks of design.h, or the complements of the blocks of a Steiner system, in one of
// which any two or three errors lie (Colbourn and Dinitz, Handbook of Combinatorial Designs, II.5).
// So k = 6 takes 17 masks of 15 bits, 27 of 18 or 51 of 21, where all choices of blocks take 28 of
// 16 or 84 of 21.

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace facsim {

// What a join's steps cost, in ns; they decide how many masks are best.
struct JoinCosts {
  double pass = 11;    // a key under one mask: parted, sorted into its bucket
  double pair = 0.13;  // two keys of a bucket compared
};

[[nodiscard]] JoinCosts join_costs(int max_distance);

class JoinMasks {
 public:
  // max_distance: 0..12.
  explicit JoinMasks(int max_distance) : max_distance_(max_distance) {}

  // The cheapest masks of the `varying` bits for `count` keys that agree on all other bits. The
  // one mask 0 means: compare all with all; with `must_part` only where there is nothing else, that
  // is, where no more than max_distance bits vary. Callable from several threads at once; the first
  // call for a number of bits takes some ms.
  [[nodiscard]] std::vector<std::uint64_t> choose(std::uint64_t varying, std::uint64_t count,
                                                  const JoinCosts& costs, bool must_part = false);

  // All sets of masks that are considered for the low `width` bits (1..64): for each number of bits
  // the fewest masks that have so many.
  struct Choice {
    int bits = 0;
    std::vector<std::uint64_t> masks;
  };
  [[nodiscard]] const std::vector<Choice>& choices(int width);

 private:
  const int max_distance_;
  std::mutex mutex_;
  std::map<int, std::vector<Choice>> choices_;
};

}  // namespace facsim

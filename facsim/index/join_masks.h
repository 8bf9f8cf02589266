// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which masks should a join use to find its pairs?
//
// Each mask is a pass over all keys; keys that agree on it are compared. Every set of masks chosen
// here misses nothing: whichever at most k bits differ, some mask has none of them. Wide masks
// bring fewer keys together by chance, but more of them are needed.
//
// The bits are dealt to parts. Each part tolerates some errors, k + 1 - parts in total: then some
// part has no more errors than it tolerates (the general pigeonhole of Qin et al., ICDE 2018). The
// masks within a part are those of design.h, or the complements of the blocks of a Steiner system,
// in one of which any two or three errors lie (Colbourn and Dinitz, Handbook of Combinatorial
// Designs, II.5). So k = 6 takes 17 masks of 15 bits, 27 of 18 or 51 of 21, where all choices of
// blocks take 28 of 16 or 84 of 21.

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace facsim {

// The costs of a join's steps in ns; they decide how many masks are best.
struct JoinCosts {
  double pass = 11;    // a key under one mask: partitioned and sorted into its bucket
  double pair = 0.13;  // two keys of a bucket compared
};

[[nodiscard]] JoinCosts join_costs(int max_distance);

class JoinMasks {
 public:
  // max_distance: 0..12.
  explicit JoinMasks(int max_distance) : max_distance_(max_distance) {}

  // Returns the cheapest masks of the `varying` bits for `count` keys that agree on all other bits.
  // The single mask 0 means: compare all with all. With `must_part`, it is returned only if nothing
  // else is possible, that is, if no more than max_distance bits vary. Callable from several
  // threads at once; the first call for a number of bits takes some ms.
  [[nodiscard]] std::vector<std::uint64_t> choose(std::uint64_t varying, std::uint64_t count,
                                                  const JoinCosts& costs, bool must_part = false);

  // All sets of masks that are considered for the low `width` bits (1..64): for each number of bits
  // the fewest masks of at least that many bits.
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

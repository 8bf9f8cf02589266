// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which pairs a join (join.h) reports, and how.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "facsim/base/cpu.h"

namespace facsim {

// Fingerprints are numbered 0, 1, ... as they are given; first < second.
struct ClosePair {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  int distance = 0;
  friend auto operator<=>(const ClosePair&, const ClosePair&) = default;
};

// Receives the pairs in batches; called from the executor's threads, but never concurrently.
using PairSink = std::function<void(std::span<const ClosePair>)>;

enum class PairsWanted {
  all,
  // A subset of the pairs with the same connected components: for each group of equal fingerprints
  // a star around its first, and of the other pairs hardly more than a forest needs. Which pairs
  // are chosen may depend on the executor.
  components,
  // For each group of equal fingerprints a star around its first; then all pairs of these firsts.
  // index/ordered_pairs.h expands them to all pairs; they take far less space if many are equal.
  leaders,
};

struct JoinOptions {
  int max_distance = 3;  // 0..12
  PairsWanted wanted = PairsWanted::all;
  // The options below do not change the set of pairs.
  std::size_t memory_bytes_max = std::size_t{1} << 40;  // for JoinBuilder
  Kernel kernel = best_kernel();
  // Used instead of the masks that the join chooses: every pair within the distance must agree on
  // all bits of at least one. Empty: it chooses.
  std::vector<std::uint64_t> masks = {};
  std::size_t part_keys = 32768;  // parts that fit in a core's own cache
};

}  // namespace facsim

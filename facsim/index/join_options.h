// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which pairs a join (join.h) is asked for, and how it gives them.

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

// Takes the pairs, some at a time; called from the executor's threads, but never twice at once.
using PairSink = std::function<void(std::span<const ClosePair>)>;

enum class PairsWanted {
  all,
  // Some of the pairs, with the same connected components: of each group of equal fingerprints a
  // star around its first, and of the others hardly more than would make a forest. Which ones may
  // depend on the executor.
  components,
  // Of each group of equal fingerprints a star around its first; then all pairs of such firsts:
  // what index/ordered_pairs.h makes all pairs of, in far less room where many are equal.
  leaders,
};

struct JoinOptions {
  int max_distance = 3;  // 0..12
  PairsWanted wanted = PairsWanted::all;
  // These change no set of pairs.
  std::size_t memory_bytes_max = std::size_t{1} << 40;  // of JoinBuilder
  Kernel kernel = best_kernel();
  std::vector<std::uint64_t> masks = {};  // instead of the ones chosen; they must miss nothing
  std::size_t part_keys = 32768;          // parts that fit in a core's own cache
};

}  // namespace facsim

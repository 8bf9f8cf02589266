// SPDX-License-Identifier: Apache-2.0
#pragma once
// All pairs within distance k, reported in their order: the join of join.h and the expansion of
// ordered_pairs.h, in bounded memory.
//
// Promise: each pair once, in ascending order of (first, second), whatever the kernel, the executor
// or the memory. Scratch holds the fingerprints (join.h), which of them are equal, and
// `pairs_at_once` pairs of different fingerprints; never the pairs of equal ones. If there are
// more, the entries are processed range by range, and the join runs once for each range.
//
// The slow twin is linear_join().

#include <cstdint>
#include <functional>
#include <span>

#include "facsim/base/executor.h"
#include "facsim/base/scratch.h"
#include "facsim/base/spill_array.h"
#include "facsim/index/join.h"
#include "facsim/index/ordered_pairs.h"

namespace facsim {

struct OrderedJoinOptions {
  int max_distance = 3;     // 0..12
  std::uint64_t limit = 0;  // the most pairs with the same first entry, the nearest; 0: all
  // Called before the first pair with the largest groups of equal fingerprints, and the number of
  // groups of at least crowd_entries entries. Not called if all fingerprints are different.
  std::uint64_t crowd_entries = 1000;
  std::size_t crowds_most = 3;
  std::function<void(const OrderedPairs::Crowds&)> on_crowds = {};
  // The options below do not change the answer.
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  Kernel kernel = best_kernel();
  std::function<void()> check = {};  // called now and then, from any thread; may throw
  std::uint64_t pairs_at_once = 0;   // 0: by the memory, but at least 33 million
};

class OrderedJoin {
 public:
  // `scratch` must outlive this. Throws Error{invalid_argument} for a distance outside 0..12.
  OrderedJoin(const OrderedJoinOptions& options, Scratch& scratch);

  // Throws Error{no_space, io} from the scratch.
  void add(std::span<const std::uint64_t> fingerprints) { join_.add(fingerprints); }
  [[nodiscard]] std::uint64_t size() const noexcept { return join_.size(); }

  struct Outcome {
    std::uint64_t truncated = 0;  // entries with more pairs than the limit
    std::uint64_t passes = 1;     // how often the join ran
  };
  // May be called once. `visit` is called in the calling thread; an exception from it ends the run.
  Outcome run(Executor& threads, const OrderedPairs::Visit& visit);

 private:
  struct Star {
    std::uint64_t leader = 0;
    std::uint64_t member = 0;
  };
  // The entries that are first in the pairs of one pass.
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };

  Outcome run_in_passes(Executor& executor, std::uint64_t pairs, const OrderedPairs::Visit& visit);
  [[nodiscard]] std::vector<bool> leaders_of(Range range) const;
  void tell_crowds(const OrderedPairs& pairs) const;

  OrderedJoinOptions options_;
  Scratch& scratch_;
  JoinBuilder join_;
  SpillArray<Star> stars_;
};

}  // namespace facsim

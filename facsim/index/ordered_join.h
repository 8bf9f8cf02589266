// SPDX-License-Identifier: Apache-2.0
#pragma once
// All pairs within distance k, in their order, as they are read: the join of join.h and the
// expansion of ordered_pairs.h, in bounded room.
//
// Promise: each pair once, in ascending order of (first, second), whatever the kernel, the executor
// or the memory. Scratch is needed for the fingerprints (join.h), for who is equal to whom, and for
// `pairs_at_once` pairs of different fingerprints; never for the pairs of equal ones. Where there
// are more, the entries are taken some at a time, and the join runs once for each time.
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
  std::uint64_t limit = 0;  // pairs that an entry is first in: the nearest; 0: all
  // Told before the first pair: the largest groups of equal fingerprints, and how many groups have
  // so many entries. Not called where all fingerprints are different.
  std::uint64_t crowd_entries = 1000;
  std::size_t crowds_most = 3;
  std::function<void(const OrderedPairs::Crowds&)> on_crowds = {};
  // These change no answer.
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  Kernel kernel = best_kernel();
  std::function<void()> check = {};  // called now and then, from any thread; may throw
  std::uint64_t pairs_at_once = 0;   // 0: by the memory, but 33 million at least
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
  // Once. In the calling thread; what `visit` throws ends it.
  Outcome run(Executor& threads, const OrderedPairs::Visit& visit);

 private:
  struct Star {
    std::uint64_t leader = 0;
    std::uint64_t member = 0;
  };
  // Entries that are first in the pairs of one pass.
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

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Joins new fingerprints with an index: finds the entries of the index close to each new one.
//
// The new ones are put into tables in memory (index/join_batch.h), as many at a time as fit. For
// each such batch the distinct fingerprints of the index are read once, from the first table of
// every segment. The other tables are not read, so any distance may be queried, whatever the index
// was built for. If the index is in memory, OpenIndex::Search is faster up to some four new ones
// per ten entries.
//
// Promise: each close pair once, with its exact distance, whatever the kernel, the threads and the
// memory. Pairs are ordered by the order in which the new ones were added, then by the order of the
// entries; deleted entries are left out. With a limit: the nearest of each new one; among equal
// distances the first. The slow twin is linear_scan().
//
// Memory: within memory_bytes, the rest in scratch, except the tables of 4096 new fingerprints.
// Crowds of equal entries are expanded as pairs are visited; of the others no more than found_max
// wait in scratch, 24 bytes each: a batch with more is made smaller.
// Cost on one core of a busy EPYC, k = 3, a million new: 0.25 s for their tables, 80 to 95 ns a
// fingerprint of the index, of which 7 to read it.
//
// This is the case of Manku, Jain, Das Sarma (WWW 2007, section 4.2).

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "facsim/base/cpu.h"
#include "facsim/base/executor.h"
#include "facsim/base/scratch.h"
#include "facsim/base/spill_array.h"
#include "facsim/index/join_batch.h"
#include "facsim/known/index_pair.h"
#include "facsim/known/open_index.h"

namespace facsim {

// Entries with one fingerprint in one segment.
struct IndexCrowd {
  IndexHit first;             // the first of them
  std::uint64_t entries = 0;  // includes deleted ones
  std::uint64_t fresh = 0;    // new ones of the batch that are close to them
};

// The crowds of a batch.
struct IndexCrowds {
  std::vector<IndexCrowd> largest;  // of 17 entries or more: up to 16, the largest first
  std::uint64_t count = 0;          // all crowds of crowd_entries or more (and 17)
};

struct IndexJoinOptions {
  int max_distance = 3;     // 0..12
  std::uint64_t limit = 0;  // pairs of each new one, the nearest; 0: all
  // Crowds are reported before the first pair of the batch that finds them; those of this many
  // entries or more are counted.
  std::uint64_t crowd_entries = 1000;
  std::function<void(const IndexCrowds&)> on_crowds = {};
  // The options below do not change answers.
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  Kernel kernel = best_kernel();
  std::function<void()> check = {};             // called now and then, from any thread; may throw
  std::uint64_t batch_max = ~std::uint64_t{0};  // new ones at a time, at most
  std::uint64_t chunk_max = std::uint64_t{1} << 23;  // old ones at a time, at most
  std::uint64_t found_max = std::uint64_t{1} << 26;
};

struct IndexJoinOutcome {
  std::uint64_t passes = 0;     // how often the index was read
  std::uint64_t truncated = 0;  // new ones with more pairs than the limit
};

class IndexJoin {
 public:
  // `scratch` must outlive this. Throws Error{invalid_argument} for a distance outside 0..12.
  IndexJoin(const IndexJoinOptions& options, Scratch& scratch);

  // Adds new fingerprints. Throws Error{no_space, io} from the scratch.
  void add(std::span<const std::uint64_t> fingerprints);
  [[nodiscard]] std::uint64_t size() const noexcept {
    return fresh_.size() / sizeof(std::uint64_t);
  }

  // Calls `visit` with the pairs, in the calling thread; if it throws, the join ends. Throws
  // Error{damaged} if the index's directories are inconsistent, Error{no_space, io}.
  IndexJoinOutcome run(const OpenIndex& index, Executor& executor,
                       const std::function<void(const IndexPair&)>& visit) const;

 private:
  [[nodiscard]] std::uint64_t batch_size(std::uint64_t most) const;
  // Returns a probe for the batch; if it is too crowded for the memory, first cuts the batch.
  [[nodiscard]] BatchProbe probe_of(std::vector<std::uint64_t>& batch, Executor& executor) const;

  IndexJoinOptions options_;
  Scratch& scratch_;
  SpillBytes fresh_;
};

}  // namespace facsim

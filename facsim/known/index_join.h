// SPDX-License-Identifier: Apache-2.0
#pragma once
// New against an index: which of the entries that are there are close to which new fingerprints?
//
// The new ones are put into tables in memory (index/join_batch.h), as many at a time as fit; for
// each such batch the different fingerprints of the index pass by once, read from the first table
// of every segment. No other table is looked at, so any distance may be asked for, whatever the
// index was built for. While the index is in memory OpenIndex::Search is faster for fewer new ones
// than some four for ten entries.
//
// Promise: each close pair once, with its exact distance, whatever the kernel, the threads and the
// memory: in the order in which the new ones were added, for each the entries in the order of
// theirs, without the deleted ones. With a limit the nearest of each, of equal distance the first.
// The slow twin is linear_scan().
//
// Memory: within memory_bytes, the rest in scratch, but for the tables of 4096 new fingerprints.
// Crowds of equal entries are expanded as pairs are visited; of the others no more than found_max
// wait in scratch, 24 bytes each: a batch with more is cut.
// Cost on one core of a busy EPYC, k = 3, a million new: 0.25 s for their tables, 80 to 95 ns a
// fingerprint of the index, of which 7 to read it.
//
// The case of Manku, Jain, Das Sarma (WWW 2007, section 4.2).

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

// Entries of one fingerprint, as they stand in one segment.
struct IndexCrowd {
  IndexHit first;             // the first of them
  std::uint64_t entries = 0;  // deleted ones too
  std::uint64_t fresh = 0;    // new ones of the batch that are close to them
};

// Of a batch.
struct IndexCrowds {
  std::vector<IndexCrowd> largest;  // of 17 entries or more, the largest 16 first
  std::uint64_t count = 0;          // of crowd_entries or more (and 17), of all
};

struct IndexJoinOptions {
  int max_distance = 3;     // 0..12
  std::uint64_t limit = 0;  // pairs of a new one: the nearest; 0: all
  // Crowds are told of before the first pair of the batch that meets them; those of so many entries
  // are counted.
  std::uint64_t crowd_entries = 1000;
  std::function<void(const IndexCrowds&)> on_crowds = {};
  // These change no answer.
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  Kernel kernel = best_kernel();
  std::function<void()> check = {};             // called now and then, from any thread; may throw
  std::uint64_t batch_max = ~std::uint64_t{0};  // new ones at a time, where more would fit
  std::uint64_t chunk_max = std::uint64_t{1} << 23;  // old ones at a time, likewise
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

  // Further new ones. Throws Error{no_space, io} from the scratch.
  void add(std::span<const std::uint64_t> fingerprints);
  [[nodiscard]] std::uint64_t size() const noexcept {
    return fresh_.size() / sizeof(std::uint64_t);
  }

  // Calls `visit` with the pairs, in the calling thread; what it throws ends the join. Throws
  // Error{damaged} where the index's directories do not count up, Error{no_space, io}.
  IndexJoinOutcome run(const OpenIndex& index, Executor& executor,
                       const std::function<void(const IndexPair&)>& visit) const;

 private:
  [[nodiscard]] std::uint64_t batch_size(std::uint64_t most) const;
  // Of the batch, or, where that is crowded, of as many of its first as fit; cuts it.
  [[nodiscard]] BatchProbe probe_of(std::vector<std::uint64_t>& batch, Executor& executor) const;

  IndexJoinOptions options_;
  Scratch& scratch_;
  SpillBytes fresh_;
};

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// New against old: which fingerprints of a long stream are close to one of a batch?
//
// The batch is in memory as tables, one a mask (join_masks.h). The old fingerprints come in chunks;
// for each mask a chunk is partitioned like the table, so that a part of the table stays in the
// cache while it is probed. This is the case of Manku, Jain, Das Sarma (WWW 2007, section 4.2),
// where the batch is copied to all machines and each reads its share of the old fingerprints.
//
// Promise: each close pair of a new and an old fingerprint once, with its exact distance; the order
// is not defined. Crowded buckets have tables of their own. The slow twin is linear_scan().
//
// Cost on one core of an EPYC at 2.45 GHz, k = 3, a million new fingerprints: 12 to 15 M old ones a
// second in chunks of 8 M. Memory: for each new fingerprint 30 bytes and 13 more a mask, 8 bytes an
// old fingerprint of the chunk, and 36 each of BatchOptions::pairs_max; if buckets are crowded, up
// to thousands of bytes a new fingerprint. Immutable once built; probe() may be called from several
// threads, each with its own sink.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "facsim/base/cpu.h"
#include "facsim/base/executor.h"

namespace facsim {

struct BatchPair {
  std::uint64_t fresh = 0;  // the new one's number in the batch
  std::uint64_t old = 0;
  int distance = 0;
  friend auto operator<=>(const BatchPair&, const BatchPair&) = default;
};

// Receives the pairs in batches; called from the executor's threads, but never concurrently.
using BatchPairSink = std::function<void(std::span<const BatchPair>)>;

struct BatchOptions {
  int max_distance = 3;  // 0..12
  // The options below do not change the set of pairs.
  Kernel kernel = best_kernel();
  std::size_t part_keys = 32768;   // parts of a chunk that fit in a core's own cache
  std::size_t bucket_keys = 1024;  // larger buckets have tables of their own
  // The most pairs that wait in memory; a chunk that has more is cut, down to single fingerprints.
  std::size_t pairs_max = std::size_t{1} << 40;
};

class BatchProbe {
 public:
  // At most 2^32 - 2 new fingerprints, numbered as they are given. Throws Error{invalid_argument}
  // for more and for a distance outside 0..12.
  BatchProbe(std::span<const std::uint64_t> fresh, const BatchOptions& options, Executor& executor);
  // The same; returns nothing if the tables would take more than `table_bytes_max`.
  [[nodiscard]] static std::optional<BatchProbe> within(std::uint64_t table_bytes_max,
                                                        std::span<const std::uint64_t> fresh,
                                                        const BatchOptions& options,
                                                        Executor& executor);
  // The most memory that a BatchProbe may take, tables included, if no bucket is crowded.
  [[nodiscard]] static std::uint64_t bytes_needed(std::uint64_t fresh, const BatchOptions& options);
  ~BatchProbe();
  BatchProbe(BatchProbe&&) noexcept;
  BatchProbe& operator=(BatchProbe&&) noexcept;

  // Reports the pairs with a chunk of old fingerprints, the first of which has the number
  // `first_old`. Chunks of some millions are fastest; at most 2^32 - 2.
  void probe(std::span<const std::uint64_t> old, std::uint64_t first_old, Executor& executor,
             const BatchPairSink& sink) const;

 private:
  // Returns the number of pairs, equal new fingerprints counted once. If they are more than
  // pairs_max, returns nothing and does not call the sink.
  std::optional<std::size_t> probe_some(std::span<const std::uint64_t> old, std::uint64_t first_old,
                                        Executor& executor, const BatchPairSink& sink) const;

  struct State;
  explicit BatchProbe(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace facsim

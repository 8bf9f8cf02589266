// SPDX-License-Identifier: Apache-2.0
#pragma once
// New against old: which of the many fingerprints that pass by are close to one of a batch?
//
// The batch stands in memory as tables, one a mask (join_masks.h). The old fingerprints come in
// chunks; for each mask a chunk is parted as the table is, so that a part of the table stays in the
// cache while it is asked. The case of Manku, Jain, Das Sarma (WWW 2007, section 4.2), where the
// batch is copied to all machines and each reads its share of the old.
//
// Promise: each close pair of a new and an old fingerprint once, with its exact distance; the order
// is not defined. Crowded buckets have tables of their own. The slow twin is linear_scan().
//
// Cost on one core of an EPYC at 2.45 GHz, k = 3, a million new: 12 to 15 M old fingerprints a
// second in chunks of 8 M. Memory: 13 bytes a new fingerprint and mask and 30 more, 8 bytes an old
// fingerprint of the chunk, and 36 each of BatchOptions::pairs_max; where buckets are crowded, up
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

// Takes the pairs, some at a time; called from the executor's threads, but never twice at once.
using BatchPairSink = std::function<void(std::span<const BatchPair>)>;

struct BatchOptions {
  int max_distance = 3;  // 0..12
  // These change no set of pairs.
  Kernel kernel = best_kernel();
  std::size_t part_keys = 32768;   // parts of a chunk that fit in a core's own cache
  std::size_t bucket_keys = 1024;  // more than these in a bucket have tables of their own
  // So many pairs wait in memory; a chunk that has more is cut, down to single fingerprints.
  std::size_t pairs_max = std::size_t{1} << 40;
};

class BatchProbe {
 public:
  // At most 2^32 - 2 new fingerprints, numbered as they are given. Throws Error{invalid_argument}
  // for more and for a distance outside 0..12.
  BatchProbe(std::span<const std::uint64_t> fresh, const BatchOptions& options, Executor& executor);
  // The same, or nothing where its tables would take more than so much.
  [[nodiscard]] static std::optional<BatchProbe> within(std::uint64_t table_bytes_max,
                                                        std::span<const std::uint64_t> fresh,
                                                        const BatchOptions& options,
                                                        Executor& executor);
  // The most that this may take, tables and all, where no bucket is crowded.
  [[nodiscard]] static std::uint64_t bytes_needed(std::uint64_t fresh, const BatchOptions& options);
  ~BatchProbe();
  BatchProbe(BatchProbe&&) noexcept;
  BatchProbe& operator=(BatchProbe&&) noexcept;

  // The pairs with a chunk of old ones, the first of which has the number `first_old`. Chunks of
  // some millions are fastest; at most 2^32 - 2.
  void probe(std::span<const std::uint64_t> old, std::uint64_t first_old, Executor& executor,
             const BatchPairSink& sink) const;

 private:
  // How many pairs of different fingerprints there were; nothing, and nothing for the sink, where
  // they are more than pairs_max.
  std::optional<std::size_t> probe_some(std::span<const std::uint64_t> old, std::uint64_t first_old,
                                        Executor& executor, const BatchPairSink& sink) const;

  struct State;
  explicit BatchProbe(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace facsim

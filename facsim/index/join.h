// SPDX-License-Identifier: Apache-2.0
#pragma once
// All pairs of N fingerprints within distance k.
//
// Equal fingerprints are grouped first. The distinct ones are then partitioned by each of a few
// masks that k errors cannot all touch (join_masks.h), and compared within the buckets of keys that
// agree on a mask. Skew is expected: a crowded bucket is split on the bits in which its keys still
// differ, or brute-forced 512 keys at a time.
//
// Promise: each pair once, with its exact distance, whatever the kernel, the executor or the
// memory; the order of the pairs is not defined. The slow twin is linear_join().
//
// Cost on one core of an EPYC at 2.45 GHz, 10 M uniform fingerprints of which a tenth have a
// neighbour: k = 3 takes 1.5 to 1.8 times as long as std::sort of them, k = 6 takes 6 times as
// long. Memory: 25 bytes a fingerprint, 4 more if some are equal. Callable from any thread.
//
// The order of steps is that of Manku, Jain, Das Sarma (WWW 2007, section 4), with a radix join
// (Manegold, Boncz, Kersten, VLDB 2000) in place of sorted copies.

#include <cstdint>
#include <memory>
#include <span>

#include "facsim/base/executor.h"
#include "facsim/base/scratch.h"
#include "facsim/index/join_options.h"

namespace facsim {

// Takes at most 2^32 - 2 fingerprints, in memory. Throws Error{invalid_argument} for a distance
// outside 0..12 and for more fingerprints.
void join(std::span<const std::uint64_t> fingerprints, const JoinOptions& options,
          Executor& executor, const PairSink& sink);

// The same for any number of fingerprints: those that do not fit in the memory go to scratch files,
// partitioned by each mask into pieces that fit. Needs 40 bytes of scratch a fingerprint.
class JoinBuilder {
 public:
  // `scratch` must outlive this. Throws Error{invalid_argument} for a distance outside 0..12.
  JoinBuilder(const JoinOptions& options, Scratch& scratch);
  ~JoinBuilder();
  JoinBuilder(const JoinBuilder&) = delete;
  JoinBuilder& operator=(const JoinBuilder&) = delete;

  // Throws Error{no_space, io} from the scratch.
  void add(std::span<const std::uint64_t> fingerprints);
  [[nodiscard]] std::uint64_t size() const noexcept;
  // True if scratch files have been needed so far.
  [[nodiscard]] bool spilled() const noexcept;
  // May be called once, after the last add().
  void run(Executor& executor, const PairSink& sink);
  // May be called after run(), any number of times: reports the same pairs again, without those of
  // equal fingerprints.
  void run_again(Executor& executor, const PairSink& sink);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim

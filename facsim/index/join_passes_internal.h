// SPDX-License-Identifier: Apache-2.0
#pragma once
// All close pairs among distinct keys, mask by mask. Private to this room.
//
// A pass: partition the keys by a mask, sort each part into buckets of keys that agree on it, and
// compare within buckets. A part or bucket that is too large is a smaller problem of the same kind:
// it is partitioned by the rest of the mask, then joined under masks of the bits in which its keys
// still differ, or compared all with all if no mask would help. A pair belongs to the first mask
// that covers it, so it is reported once.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "facsim/base/executor.h"
#include "facsim/index/join_masks.h"
#include "facsim/index/join_pairs_internal.h"
#include "facsim/index/kernels/join_kernels.h"
#include "facsim/index/partition.h"

namespace facsim {

// The settings of a join; they do not change while it runs.
struct JoinSetting {
  int max_distance = 0;
  PartitionOptions partition;
  std::size_t bucket_keys = 1024;  // larger buckets are split if masks help
  JoinCosts costs = {};
  JoinMasks* masks = nullptr;
  // The bytes that probe tables may still take; null: no limit.
  std::uint64_t* table_bytes_left = nullptr;
};

// Thrown if probe tables need more than table_bytes_left.
struct TablesTooLarge {};

[[nodiscard]] const JoinKernels& join_kernels(Kernel kernel) noexcept;

// The bits in which any two of the keys differ.
[[nodiscard]] std::uint64_t varying_bits_of(std::span<const std::uint64_t> keys);

class MaskPasses {
 public:
  MaskPasses(const JoinSetting& setting, Executor& executor, KeyPairSink sink);
  ~MaskPasses();

  // Reports each wanted pair that agrees on one of the masks, once. The keys are distinct; `room`
  // is as large. If the keys ascend, a mask of the highest bits needs no partitioning. All parts of
  // a pass may run in parallel.
  void run(std::span<const std::uint64_t> keys, std::span<std::uint64_t> room,
           std::span<const std::uint64_t> masks, const PairRule& rule);

 private:
  class Part;
  struct Pool;

  void pass(std::span<const std::uint64_t> keys, std::span<std::uint64_t> room, std::uint64_t mask,
            const PairRule& rule);
  void split(std::span<const std::uint64_t> keys, unsigned agreed, unsigned mask_bits,
             const PairRule& rule, const KeyPairSink& sink);

  JoinSetting setting_;
  Executor& executor_;
  KeyPairSink sink_;
  std::unique_ptr<Pool> pool_;
};

}  // namespace facsim

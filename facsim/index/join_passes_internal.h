// SPDX-License-Identifier: Apache-2.0
#pragma once
// All close pairs among distinct keys, mask by mask. Private to this room.
//
// A pass: part the keys by a mask, sort each part into buckets of keys that agree on it, compare
// within buckets. A part or bucket that is too large is a smaller problem of the same sort: it is
// parted by the rest of the mask, then joined under masks of the bits in which its keys still
// differ, and compared all with all where no mask would help. A pair belongs to the first mask that
// covers it, so it is reported once.

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

// What does not change while a join runs.
struct JoinSetting {
  int max_distance = 0;
  PartitionOptions partition;
  std::size_t bucket_keys = 1024;  // larger buckets are split where masks help
  JoinCosts costs = {};
  JoinMasks* masks = nullptr;
  // What probe tables may still take; none: as much as they need.
  std::uint64_t* table_bytes_left = nullptr;
};

// Thrown where they would need more.
struct TablesTooLarge {};

[[nodiscard]] const JoinKernels& join_kernels(Kernel kernel) noexcept;

// The bits in which any two of the keys differ.
[[nodiscard]] std::uint64_t varying_bits_of(std::span<const std::uint64_t> keys);

class MaskPasses {
 public:
  MaskPasses(const JoinSetting& setting, Executor& executor, KeyPairSink sink);
  ~MaskPasses();

  // Reports each wanted pair that agrees on one of the masks, once. The keys are distinct; `room`
  // is as large. Keys in ascending order save the pass of a mask of the highest bits. All parts of
  // a pass run side by side.
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

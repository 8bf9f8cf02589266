// SPDX-License-Identifier: Apache-2.0
#pragma once
// Equal keys grouped: the distinct keys in order, and the numbers of their holders.
//
// Keys are numbered 0, 1, ... as they are given, at most 2^32 - 2 of them. They are stored
// permuted, the bits under some mask first. Cost: one sort_keys() with payload, and a line or two
// of memory a key that is looked up; 16 bytes a key while sorting, beside the 8 of the keys, 5
// afterwards, and 4 more if keys repeat. Immutable; callable from any thread.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "facsim/base/executor.h"
#include "facsim/index/partition.h"

namespace facsim {

class DistinctKeys {
 public:
  DistinctKeys(std::span<const std::uint64_t> keys, std::uint64_t mask, Executor& executor,
               const PartitionOptions& options);

  [[nodiscard]] const BitOrder& order() const noexcept { return order_; }
  // The distinct keys, permuted by order(), ascending; the position of a key is its rank.
  [[nodiscard]] std::span<const std::uint64_t> keys() const noexcept {
    return {keys_.get(), size_};
  }
  // Free memory as large as keys(), for the caller's next step.
  [[nodiscard]] std::span<std::uint64_t> room() noexcept { return {room_.get(), size_}; }
  void give_up_room() noexcept { room_.reset(); }

  // The numbers of the keys of a rank, in ascending order.
  [[nodiscard]] std::span<const std::uint32_t> group(std::uint32_t rank) const noexcept {
    if (begins_ == nullptr) return {&numbers_[rank], 1};
    return {&numbers_[begins_[rank]], begins_[rank + 1] - begins_[rank]};
  }
  // Prefetches what the calls about a rank read.
  void prefetch(std::uint32_t rank) const noexcept {
    __builtin_prefetch(&keys_[rank]);
    __builtin_prefetch(begins_ == nullptr ? &numbers_[rank] : &begins_[rank]);
  }
  [[nodiscard]] bool has_repeats() const noexcept { return begins_ != nullptr; }

  // Finds the ranks of permuted keys, all of which must be in keys(). With many keys per call the
  // waits for memory overlap. Also prefetches their groups.
  void find(std::span<const std::uint64_t> keys, std::span<std::uint32_t> ranks) const;

 private:
  void group_equal(std::size_t count, std::unique_ptr<std::uint32_t[]> begins);
  void make_directory(Executor& executor);
  [[nodiscard]] std::size_t row_of(std::uint64_t key) const noexcept {
    return directory_bits_ == 0 ? 0 : key >> (64 - directory_bits_);
  }

  BitOrder order_;
  std::size_t size_ = 0;
  std::unique_ptr<std::uint64_t[]> keys_;
  std::unique_ptr<std::uint64_t[]> room_;
  std::unique_ptr<std::uint32_t[]> numbers_;
  std::unique_ptr<std::uint32_t[]> begins_;  // of each rank's numbers, and the end; null: one each
  unsigned directory_bits_ = 0;
  std::vector<std::uint32_t> directory_;  // the first rank of each row, and the end
};

}  // namespace facsim

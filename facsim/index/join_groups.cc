// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <utility>

#include "facsim/index/join_groups_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kPieceKeysOfGroups = std::size_t{1} << 20;
constexpr std::size_t kCountedRow = 32;

// Calls piece(begin, end) for ranges that together are 0..count.
void run_in_pieces(std::size_t count, Executor& executor,
                   const std::function<void(std::size_t, std::size_t)>& piece) {
  executor.run((count + kPieceKeysOfGroups - 1) / kPieceKeysOfGroups, [&](std::size_t number) {
    piece(number * kPieceKeysOfGroups, std::min(count, (number + 1) * kPieceKeysOfGroups));
  });
}

}  // namespace

DistinctKeys::DistinctKeys(std::span<const std::uint64_t> keys, std::uint64_t mask,
                           Executor& executor, const PartitionOptions& options)
    : order_(bit_order(mask)),
      size_(keys.size()),
      keys_(std::make_unique_for_overwrite<std::uint64_t[]>(keys.size())),
      room_(std::make_unique_for_overwrite<std::uint64_t[]>(keys.size())),
      numbers_(std::make_unique_for_overwrite<std::uint32_t[]>(keys.size())) {
  const std::size_t count = keys.size();
  assert(count < std::numeric_limits<std::uint32_t>::max() && "keys are numbered with 32 bits");
  run_in_pieces(count, executor, [&](std::size_t begin, std::size_t end) {
    partition_kernels(options.kernel)
        .permute(keys.data() + begin, end - begin, order_, keys_.get() + begin);
    for (std::size_t i = begin; i < end; ++i) numbers_[i] = static_cast<std::uint32_t>(i);
  });
  auto number_room = std::make_unique_for_overwrite<std::uint32_t[]>(count + 1);
  sort_keys({keys_.get(), count}, std::span(numbers_.get(), count), {room_.get(), count},
            std::span(number_room.get(), count), executor, options);
  if (std::adjacent_find(keys_.get(), keys_.get() + count) != keys_.get() + count)
    group_equal(count, std::move(number_room));
  make_directory(executor);
}

void DistinctKeys::group_equal(std::size_t count, std::unique_ptr<std::uint32_t[]> begins) {
  // Written always, kept only if the next key differs: this avoids an unpredictable branch.
  std::size_t rank = 0;
  begins[0] = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t key = keys_[i];
    const bool is_last = i + 1 == count || keys_[i + 1] != key;
    keys_[rank] = key;
    begins[rank + 1] = static_cast<std::uint32_t>(i + 1);
    rank += is_last ? 1 : 0;
  }
  begins_ = std::move(begins);
  size_ = rank;
}

void DistinctKeys::make_directory(Executor& executor) {
  // A row has some four to eight keys.
  directory_bits_ = static_cast<unsigned>(std::bit_width(size_ / 8));
  const std::size_t rows = std::size_t{1} << directory_bits_;
  directory_.assign(rows + 1, static_cast<std::uint32_t>(size_));
  run_in_pieces(rows, executor, [&](std::size_t begin, std::size_t end) {
    const std::uint64_t* const first = keys_.get();
    const std::uint64_t* const last = first + size_;
    const std::uint64_t* key =
        std::partition_point(first, last, [&](std::uint64_t k) { return row_of(k) < begin; });
    for (std::size_t row = begin; row < end; ++row) {
      while (key != last && row_of(*key) < row) ++key;
      directory_[row] = static_cast<std::uint32_t>(key - first);
    }
  });
}

void DistinctKeys::find(std::span<const std::uint64_t> keys, std::span<std::uint32_t> ranks) const {
  assert(keys.size() == ranks.size() && "one rank a key");
  for (const std::uint64_t key : keys) __builtin_prefetch(&directory_[row_of(key)]);
  for (const std::uint64_t key : keys) __builtin_prefetch(&keys_[directory_[row_of(key)]]);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::size_t row = row_of(keys[i]);
    const std::uint64_t* const first = keys_.get();
    std::size_t place = directory_[row];
    const std::size_t end = directory_[row + 1];
    if (end - place <= kCountedRow) {
      // Counting the smaller keys needs no unpredictable branch.
      std::size_t before = 0;
      for (std::size_t other = place; other < end; ++other)
        before += first[other] < keys[i] ? 1 : 0;
      place += before;
    } else {
      place =
          static_cast<std::size_t>(std::lower_bound(first + place, first + end, keys[i]) - first);
    }
    assert(place < end && keys_[place] == keys[i] && "only keys that are there are looked up");
    ranks[i] = static_cast<std::uint32_t>(place);
    __builtin_prefetch(begins_ != nullptr ? &begins_[ranks[i]] : &numbers_[ranks[i]]);
  }
  if (begins_ == nullptr) return;
  for (const std::uint32_t rank : ranks) __builtin_prefetch(&numbers_[begins_[rank]]);
}

}  // namespace facsim

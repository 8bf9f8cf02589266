// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/shingles.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

// The hashes are uniform, so their highest bits put each near its place at once: one pass into
// buckets of some four, each of which is sorted by insertion. Few bits fit small pages, 2^11
// buckets keep the first-level cache.
constexpr unsigned kBucketBitsMax = 11;
// Longer buckets (large pages, or one shingle over and over) go to std::sort.
constexpr std::size_t kInsertionMax = 24;

void insertion_sort(std::span<std::uint64_t> values) {
  for (std::size_t i = 1; i < values.size(); ++i) {
    const std::uint64_t value = values[i];
    std::size_t at = i;
    for (; at > 0 && values[at - 1] > value; --at) values[at] = values[at - 1];
    values[at] = value;
  }
}

// Clears `sorted` and fills it with the distinct values, ascending.
void sort_distinct(std::span<const std::uint64_t> values, std::vector<std::uint64_t>& sorted) {
  const auto bits =
      std::clamp(static_cast<unsigned>(std::bit_width(values.size() / 4)), 1U, kBucketBitsMax);
  const unsigned shift = 64 - bits;
  std::array<std::uint32_t, (std::size_t{1} << kBucketBitsMax) + 1> ends{};
  for (const std::uint64_t value : values) ++ends[(value >> shift) + 1];
  const std::size_t buckets = std::size_t{1} << bits;
  for (std::size_t i = 1; i <= buckets; ++i) ends[i] += ends[i - 1];
  sorted.resize(values.size());
  // ends[i] is where bucket i begins; when all values are put it is where it ends.
  for (const std::uint64_t value : values) sorted[ends[value >> shift]++] = value;

  std::size_t begin = 0;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < buckets; ++i) {
    const std::size_t end = ends[i];
    const std::span<std::uint64_t> bucket(sorted.data() + begin, end - begin);
    bucket.size() <= kInsertionMax ? insertion_sort(bucket)
                                   : std::sort(bucket.begin(), bucket.end());
    for (const std::uint64_t value : bucket) {
      sorted[kept] = value;
      kept += kept == 0 || sorted[kept - 1] != value ? 1 : 0;
    }
    begin = end;
  }
  sorted.resize(kept);
}

template <std::size_t kSize>
void hash_shingles(std::span<const std::uint64_t> units, std::size_t size,
                   std::vector<std::uint64_t>& hashes) {
  const std::size_t n = kSize != 0 ? kSize : size;  // a known size is unrolled
  hashes.resize(units.size() - n + 1);
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    std::uint64_t hash = units[i];
    for (std::size_t j = 1; j < n; ++j) hash = combine(hash, units[i + j]);
    hashes[i] = hash;
  }
}

}  // namespace

void shingle_set(std::span<const std::uint64_t> units, std::uint32_t shingle_size,
                 std::vector<std::uint64_t>& set, std::vector<std::uint64_t>& scratch) {
  assert(shingle_size > 0 && "a shingle has at least one unit");
  set.clear();
  if (units.empty()) return;
  const std::size_t size = std::clamp<std::size_t>(shingle_size, 1, units.size());
  switch (size) {
    case 3:
      hash_shingles<3>(units, size, scratch);
      break;
    case 4:
      hash_shingles<4>(units, size, scratch);
      break;
    case 5:
      hash_shingles<5>(units, size, scratch);
      break;
    default:
      hash_shingles<0>(units, size, scratch);
  }
  sort_distinct(scratch, set);
}

}  // namespace facsim

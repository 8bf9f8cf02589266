// SPDX-License-Identifier: Apache-2.0
// Walks through a whole index: to give it out, and to see that it is sound.
#include <algorithm>
#include <bit>
#include <cassert>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/index/hamming_tables.h"
#include "facsim/index/kernels/probe_kernels.h"
#include "facsim/index/packed_column.h"
#include "facsim/index/table.h"

namespace facsim {
namespace {

constexpr std::size_t kBlock = 4096;

[[noreturn]] void throw_damaged_index(const std::string& what, const std::string& name) {
  throw Error{ErrorCode::damaged, what, name, "build the index anew from its input"};
}

// A sum that does not depend on the order of the fingerprints.
struct Tally {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
  friend bool operator==(const Tally&, const Tally&) = default;
};

Tally tally_of(const RawTable& table, const std::string& table_name, const std::string& name) {
  const RawProbeKernels& kernels = probe_kernels(best_kernel());
  std::vector<std::uint64_t> values(kBlock);
  std::vector<std::uint64_t> keys(kBlock);
  std::vector<std::uint64_t> suffixes(kBlock);
  const int suffix_bits = 64 - std::popcount(table.mask);
  Tally tally;
  std::uint64_t last = 0;
  TableWalk walk(table);
  for (std::size_t count = 0; (count = walk.next(values)) > 0;) {
    kernels.split(values.data(), count, table.mask, keys.data(), suffixes.data());
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t sorted = keys[i] << suffix_bits | suffixes[i];
      if (tally.count > 0 && sorted <= last)
        throw_damaged_index(table_name + " is out of order", name);
      last = sorted;
      ++tally.count;
      tally.sum += mix64(values[i]);
    }
  }
  return tally;
}

}  // namespace

void HammingIndex::for_each(
    const std::function<void(std::uint64_t, std::span<const std::uint64_t>)>& visit) const {
  std::vector<std::uint64_t> values(kBlock);
  std::vector<std::uint64_t> ordinals;
  std::uint64_t place = 0;
  TableWalk walk(tables_.front());
  for (std::size_t count = 0; (count = walk.next(values)) > 0;) {
    for (std::size_t i = 0; i < count; ++i) {
      const EntryRange range = ordinals_of(place++);
      ordinals.clear();
      for (std::uint64_t at = range.begin; at < range.begin + range.count; ++at) {
        ordinals.push_back(packed_at(ordinals_, at, ordinal_bits_));
      }
      visit(values[i], ordinals);
    }
  }
}

void HammingIndex::read(std::uint64_t first, std::span<std::uint64_t> values) const {
  assert(first <= distinct_ && values.size() <= distinct_ - first && "they must be there");
  if (values.empty()) return;
  TableWalk walk(tables_.front(), first);
  while (!values.empty()) values = values.subspan(walk.next(values));
}

void HammingIndex::ordinals_at(std::span<const std::uint64_t> places,
                               const std::function<void(std::size_t, std::uint64_t)>& visit) const {
  for (const std::uint64_t place : places) fetch_ordinals(place);
  std::vector<EntryRange> ranges;
  ranges.reserve(places.size());
  for (const std::uint64_t place : places) {
    ranges.push_back(ordinals_of(place));
    __builtin_prefetch(ordinals_ + (ranges.back().begin * ordinal_bits_ >> 3));
  }
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const EntryRange range = ranges[i];
    for (std::uint64_t at = range.begin; at < range.begin + range.count; ++at) {
      visit(i, packed_at(ordinals_, at, ordinal_bits_));
    }
  }
}

std::uint64_t HammingIndex::ordinals_count(std::uint64_t place) const {
  return ordinals_of(place).count;
}

std::uint64_t HammingIndex::ordinal_at(std::uint64_t place, std::uint64_t number) const {
  const EntryRange range = ordinals_of(place);
  assert(number < range.count && "an ordinal that is there");
  return packed_at(ordinals_, range.begin + number, ordinal_bits_);
}

void HammingIndex::check() const {
  const Tally first = tally_of(tables_.front(), "table 0", name_);
  for (std::size_t i = 1; i < tables_.size(); ++i) {
    const std::string table_name = "table " + std::to_string(i);
    if (tally_of(tables_[i], table_name, name_) != first) {
      throw_damaged_index(table_name + " has other fingerprints than table 0", name_);
    }
  }
  std::vector<bool> seen(size_);
  std::uint64_t listed = 0;
  for (std::uint64_t place = 0; place < distinct_; ++place) {
    const EntryRange range = ordinals_of(place);
    if (range.begin != listed || range.count == 0)
      throw_damaged_index("groups do not count up", name_);
    std::uint64_t least = 0;  // the ordinals of one fingerprint ascend; answers rely on it
    for (; listed < range.begin + range.count; ++listed) {
      const std::uint64_t ordinal = packed_at(ordinals_, listed, ordinal_bits_);
      const bool is_wrong = ordinal < least || ordinal >= size_ || seen[ordinal];
      if (is_wrong) throw_damaged_index("an ordinal is wrong", name_);
      seen[ordinal] = true;
      least = ordinal;
    }
  }
  if (listed != listed_) throw_damaged_index("ordinals are missing", name_);
}

}  // namespace facsim

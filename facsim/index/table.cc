// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/table.h"

#include <algorithm>
#include <cassert>

#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr unsigned kLowBits = 32;
// Readers load up to 16 numbers of the low column at once.
constexpr int kLowPadding = 16;

}  // namespace

TableBuilder::TableBuilder(std::uint64_t mask, Scratch& scratch, std::size_t memory_bytes_max)
    : buckets_(std::uint64_t{1} << std::popcount(mask)),
      high_bits_(high_bits_of(mask)),
      directory_(scratch, memory_bytes_max / 4),
      low_(kLowBits, scratch, memory_bytes_max / 2),
      high_(high_bits_, scratch, memory_bytes_max / 4) {
  assert(mask != 0 && std::popcount(mask) <= kKeyBitsMax && "a key has 1..40 bits");
}

void TableBuilder::finish(SectionSink& sink, std::string_view name) {
  for (; bucket_ < buckets_; ++bucket_, in_bucket_ = 0) directory_.add(in_bucket_);
  directory_.finish(sink, name);
  for (int i = 0; i < kLowPadding; ++i) low_.add(0);
  low_.finish(sink, std::string(name) + ".low");
  high_.finish(sink, std::string(name) + ".high");
}

RawTable open_table(const SectionSource& source, std::string_view name, std::uint64_t mask,
                    std::uint64_t entries) {
  const std::string prefix(name);
  RawTable table;
  table.mask = mask;
  table.high_bits = high_bits_of(mask);
  table.directory = open_directory(source, name, std::uint64_t{1} << std::popcount(mask), entries);
  table.low = reinterpret_cast<const std::uint32_t*>(
      section_of(source, prefix + ".low", packed_bytes(entries + kLowPadding, kLowBits)).data());
  table.high = reinterpret_cast<const unsigned char*>(
      section_of(source, prefix + ".high", packed_bytes(entries, table.high_bits)).data());
  return table;
}

TableWalk::TableWalk(const RawTable& table, std::uint64_t place, Kernel kernel)
    : table_(table),
      kernels_(partition_kernels(kernel)),
      order_(bit_order(table.mask)),
      buckets_(std::uint64_t{1} << std::popcount(table.mask)) {
  if (place == 0) return;
  const std::uint64_t lines = (buckets_ + kBucketsALine - 1) / kBucketsALine;
  bucket_ = line_of(table.directory, lines, place) * kBucketsALine;
  entry_ = bucket_end_ = range_of(table.directory, bucket_).begin;
  while (bucket_end_ <= place) next_bucket();
  entry_ = place;
}

// Moves on to the next bucket: the entries up to bucket_end_ have been read, and more are wanted.
void TableWalk::next_bucket() {
  if (bucket_ == buckets_) {
    throw Error{ErrorCode::damaged,
                "a directory of the index ends early; build the index anew from its input"};
  }
  const std::uint64_t slot = bucket_++ % kBucketsALine;
  if (slot == 0) begins_ = begins_of_line(table_.directory, bucket_ / kBucketsALine);
  if (begins_[slot] != bucket_end_) {
    throw Error{ErrorCode::damaged,
                "a directory of the index leaves entries out; build the index anew from its input"};
  }
  bucket_end_ = begins_[slot + 1];
}

std::size_t TableWalk::next(std::span<std::uint64_t> values) {
  const auto* const high = reinterpret_cast<const std::byte*>(table_.high);
  const int suffix_bits = 64 - std::popcount(table_.mask);
  const std::uint64_t suffix_mask = (std::uint64_t{1} << suffix_bits) - 1;
  const auto count = static_cast<std::size_t>(
      std::min<std::uint64_t>(values.size(), table_.directory.entries - entry_));
  for (std::size_t filled = 0; filled < count;) {
    while (entry_ == bucket_end_) next_bucket();
    const std::uint64_t key = (bucket_ - 1) << suffix_bits;
    const std::size_t end = filled + static_cast<std::size_t>(std::min<std::uint64_t>(
                                         bucket_end_ - entry_, count - filled));
    for (; filled < end; ++filled, ++entry_) {
      const std::uint64_t suffix =
          packed_at(high, entry_, table_.high_bits) << 32 | table_.low[entry_];
      values[filled] = key | (suffix & suffix_mask);
    }
  }
  kernels_.restore(values.data(), count, order_, values.data());
  return count;
}

}  // namespace facsim

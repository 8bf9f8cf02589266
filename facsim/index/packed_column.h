// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers of a few bits each, stored without gaps.
//
// Number i of b bits begins at bit i * b, counted from the lowest bit of the first byte. The column
// is padded to whole words of 8 bytes, and one word of zeros follows, so that a reader may load 8
// bytes anywhere. One thread while adding.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>

#include "facsim/base/spill_array.h"
#include "facsim/index/sections.h"

namespace facsim {

inline constexpr unsigned kPackedBitsMax = 56;

// The number of bits that the numbers below `end` need, 0..56 (ends beyond 2^56 do not occur).
[[nodiscard]] unsigned bits_below(std::uint64_t end) noexcept;

// The size of a column of `count` numbers, in bytes.
[[nodiscard]] std::uint64_t packed_bytes(std::uint64_t count, unsigned bits) noexcept;

class PackedColumnBuilder {
 public:
  PackedColumnBuilder(unsigned bits, Scratch& scratch, std::size_t memory_bytes_max)
      : bits_(bits), bytes_(scratch, memory_bytes_max) {
    assert(bits <= kPackedBitsMax && "a number and its shift fit 64 bits");
  }
  void add(std::uint64_t number) {
    pending_ |= number << filled_;
    filled_ += bits_;
    if (filled_ < 64) return;
    put(pending_);
    filled_ -= 64;
    // The bits that did not fit; if all fit, the shift by all bits of the number leaves zero.
    pending_ = number >> (bits_ - filled_);
  }
  // Writes the column as a section.
  void finish(SectionSink& sink, std::string_view name);

 private:
  void put(std::uint64_t word) {
    words_[buffered_++] = word;
    if (buffered_ == std::size(words_)) flush();
  }
  void flush();

  unsigned bits_;
  unsigned filled_ = 0;
  std::uint64_t pending_ = 0;
  std::size_t buffered_ = 0;
  std::uint64_t words_[512];
  SpillBytes bytes_;
};

// Number `index` of a column, which must have it. With 0 bits it is 0, and nothing is read.
[[nodiscard]] inline std::uint64_t packed_at(const std::byte* column, std::uint64_t index,
                                             unsigned bits) noexcept {
  if (bits == 0) return 0;
  const std::uint64_t bit = index * bits;
  std::uint64_t word = 0;
  std::memcpy(&word, column + (bit >> 3), sizeof word);
  return word >> (bit & 7U) & ((std::uint64_t{1} << bits) - 1);
}

// Copies all of `bytes` into the open section of `sink`.
void copy_into(const SpillBytes& bytes, SectionSink& sink);

}  // namespace facsim

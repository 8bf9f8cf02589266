// SPDX-License-Identifier: Apache-2.0
#pragma once
// One block of up to 16,384 keys in the code of Elias and Fano.
//
// A key is its block's first key plus a value; of the values, the `low_bits` lowest bits are
// packed, and what is left of them, the high part, is told in a bitmap: a one for each key, and
// before it a zero for each step by which the high part has grown. So one number i stands at bit
// high(i) + i, and zero number z behind all ones whose high part is at most z.
//
//   samples of the zeros | samples of the ones | bitmap | low bits, each beginning at a whole word
//
// The places of every 256th zero and of every 512th one lead to the others. A block is so small
// that they fit 16 bits and that the way from one to the next is short in the worst case too.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace facsim {

// All of it follows from the number of keys (at least one), the first and the last. Sizes and
// places are in bytes.
struct EliasFanoShape {
  static constexpr std::uint64_t kZerosASample = 256;
  static constexpr std::uint64_t kOnesASample = 512;

  EliasFanoShape(std::uint64_t keys, std::uint64_t first, std::uint64_t last) noexcept;

  std::uint64_t count;
  unsigned low_bits;
  std::uint64_t zeros;         // the high part of the last key, less than 2 * count
  std::uint64_t ones_samples;  // where the samples of the ones begin
  std::uint64_t bitmap;
  std::uint64_t lows;
  std::uint64_t size;
};

// A view of one. Reads up to 9 bytes behind it, which must be there. Whatever the bytes, the calls
// stay inside and end.
struct EliasFanoBlock {
  EliasFanoShape shape;
  std::uint64_t first;
  std::uint64_t last;
  const std::byte* at;

  // The keys `from` ... `from + out.size() - 1` of the block, which it has.
  void decode(std::uint64_t from, std::span<std::uint64_t> out) const noexcept;

  // How many keys are less than `key`, for first <= key <= last.
  [[nodiscard]] std::uint64_t count_less(std::uint64_t key) const noexcept;
};

// Makes `block` the code of the keys.
void encode_elias_fano(std::span<const std::uint64_t> keys, std::vector<std::byte>& block);

}  // namespace facsim

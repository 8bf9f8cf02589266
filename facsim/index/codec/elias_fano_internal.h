// SPDX-License-Identifier: Apache-2.0
#pragma once
// One block of up to 16,384 keys in Elias-Fano code.
//
// A key is the block's first key plus a value. The `low_bits` lowest bits of the values are packed.
// The bits above them, the high part, are encoded in a bitmap: a one for each key, preceded by a
// zero for each step by which the high part has grown since the previous key. So one number i is at
// bit high(i) + i, and zero number z follows all ones whose high part is at most z.
//
//   samples of the zeros | samples of the ones | bitmap | low bits, each beginning at a whole word
//
// The samples are the positions of every 256th zero and of every 512th one, from which a reader
// scans to the others. Blocks are so small that a position fits 16 bits, and that the distance
// between samples is short even in the worst case.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace facsim {

// The layout of a block. It follows from the number of keys (at least one), the first key and the
// last. Sizes and offsets are in bytes.
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

// A view of one block. It reads up to 9 bytes past the end, which must be readable. Whatever the
// bytes are, the calls stay within these bounds and terminate.
struct EliasFanoBlock {
  EliasFanoShape shape;
  std::uint64_t first;
  std::uint64_t last;
  const std::byte* at;

  // Decodes the keys `from` ... `from + out.size() - 1`, which must be in the block.
  void decode(std::uint64_t from, std::span<std::uint64_t> out) const noexcept;

  // The number of keys less than `key`, for first <= key <= last.
  [[nodiscard]] std::uint64_t count_less(std::uint64_t key) const noexcept;
};

// Encodes the keys into `block`.
void encode_elias_fano(std::span<const std::uint64_t> keys, std::vector<std::byte>& block);

}  // namespace facsim

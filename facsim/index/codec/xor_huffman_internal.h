// SPDX-License-Identifier: Apache-2.0
#pragma once
// One block of 1,024 bytes: the first key raw, then for each further key the Huffman code of its
// step and the bits below, the lowest first; the rest is zeros. A block holds as many keys as fit.

#include <array>
#include <cstddef>
#include <cstdint>

#include "facsim/index/codec/bits_internal.h"
#include "facsim/index/codec/huffman_internal.h"
#include "facsim/index/codec/key_blocks_internal.h"

namespace facsim {

inline constexpr std::uint64_t kXorHuffmanBlockBits = 8 * kXorHuffmanBlockBytes;
// Each key after the first takes at least one bit.
inline constexpr std::uint64_t kXorHuffmanBlockKeysMax = 1 + kXorHuffmanBlockBits - 64;

// Reads the keys of a block one by one. It reads up to 32 bytes past the block, which must be
// readable, and never further, whatever the bytes are. After the end of the block the last key
// repeats.
class XorHuffmanReader {
 public:
  XorHuffmanReader(const StepTable& table, const std::byte* block) noexcept
      : table_(table), block_(block), key_(load64(block)) {}

  [[nodiscard]] std::uint64_t key() const noexcept { return key_; }

  void advance() noexcept {
    if (bit_ >= kXorHuffmanBlockBits) return;
    const std::uint64_t ahead = load64(block_ + bit_ / 8) >> bit_ % 8;
    const CodedStep step = table_[ahead & low_ones(kCodeBitsMax)];
    // `ahead` has at least 57 valid bits.
    std::uint64_t low = ahead >> step.length;
    if (step.total > 57) low = far_bits(bit_ + step.length);
    key_ = ((key_ >> step.below ^ step.flip) << step.below) | (low & low_ones(step.below));
    bit_ += step.total;
  }

 private:
  [[nodiscard]] std::uint64_t far_bits(std::uint64_t bit) const noexcept {
    const std::byte* const at = block_ + bit / 8;
    return load64(at) >> bit % 8 | std::to_integer<std::uint64_t>(at[8]) << 1U << (63 - bit % 8);
  }

  const StepTable& table_;
  const std::byte* block_;
  std::uint64_t key_;
  std::uint64_t bit_ = 64;
};

// Puts keys into a zeroed block, which 8 more bytes must follow.
class XorHuffmanPacker {
 public:
  explicit XorHuffmanPacker(const CodeLengths& lengths) noexcept
      : lengths_(lengths), codes_(codes_of(lengths)) {}

  void begin(std::byte* block, std::uint64_t key) noexcept;

  enum class Put { done, full, no_code };

  // `key` must not be less than its predecessor.
  [[nodiscard]] Put put(std::uint64_t key) noexcept;

  // Returns the number of keys in the block.
  [[nodiscard]] std::uint64_t finish() noexcept;

 private:
  CodeLengths lengths_;
  std::array<std::uint16_t, kSteps> codes_;
  BitWriter writer_{nullptr};
  std::uint64_t key_ = 0;
  std::uint64_t bits_ = 0;
  std::uint64_t count_ = 0;
};

// The position of the highest bit in which the two keys differ, or kStepEqual.
[[nodiscard]] inline unsigned step_between(std::uint64_t before, std::uint64_t key) noexcept {
  return before == key ? kStepEqual : static_cast<unsigned>(std::bit_width(before ^ key)) - 1;
}

}  // namespace facsim

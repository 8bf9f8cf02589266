// SPDX-License-Identifier: Apache-2.0
#pragma once
// The slow twin of the codecs: decodes the format of docs/formats/sorted-keys.md bit by bit.

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace facsim {

class SlowBits {
 public:
  explicit SlowBits(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool bit(std::uint64_t at) const {
    if (at / 8 >= bytes_.size()) throw std::out_of_range("bit");
    return (std::to_integer<unsigned>(bytes_[at / 8]) >> at % 8 & 1U) != 0;
  }

  [[nodiscard]] std::uint64_t number(std::uint64_t at, unsigned bits) const {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bits; ++i) value |= std::uint64_t{bit(at + i)} << i;
    return value;
  }

  [[nodiscard]] std::uint64_t u64(std::uint64_t byte) const { return number(8 * byte, 64); }
  [[nodiscard]] std::uint64_t u16(std::uint64_t byte) const { return number(8 * byte, 16); }

 private:
  std::span<const std::byte> bytes_;
};

inline std::uint64_t slow_padded(std::uint64_t bytes) {
  while (bytes % 8 != 0) ++bytes;
  return bytes;
}

// Also checks that the samples have the right values.
inline void slow_elias_fano_block(std::span<const std::byte> block, std::uint64_t n,
                                  std::uint64_t first, std::uint64_t last,
                                  std::vector<std::uint64_t>& keys) {
  const std::uint64_t q = (last - first) / n;
  unsigned low_bits = 0;
  while (low_bits < 63 && std::uint64_t{2} << low_bits <= q) ++low_bits;
  const std::uint64_t zeros = (last - first) >> low_bits;
  const std::uint64_t ones_at = 2 * ((zeros + 255) / 256);
  const std::uint64_t bitmap_at = slow_padded(ones_at + 2 * ((n + 511) / 512));
  const std::uint64_t lows_at = bitmap_at + slow_padded((n + zeros + 7) / 8);
  const SlowBits bits(block);
  std::uint64_t ones = 0;
  for (std::uint64_t place = 0; place < n + zeros; ++place) {
    if (!bits.bit(8 * bitmap_at + place)) {
      const std::uint64_t zero = place - ones;
      if (zero % 256 == 0 && bits.u16(zero / 256 * 2) != place) throw std::logic_error("zeros");
      continue;
    }
    if (ones % 512 == 0 && bits.u16(ones_at + ones / 512 * 2) != place) {
      throw std::logic_error("ones");
    }
    const std::uint64_t low = bits.number(8 * lows_at + ones * low_bits, low_bits);
    keys.push_back(first + ((place - ones) << low_bits | low));
    ++ones;
  }
}

inline std::vector<std::uint64_t> slow_elias_fano(std::span<const std::byte> bytes,
                                                  std::uint64_t count, std::uint64_t blocks,
                                                  std::uint64_t block_bytes) {
  std::vector<std::uint64_t> keys;
  const SlowBits bits(bytes);
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const std::uint64_t entry = block_bytes + 24 * block;
    const std::uint64_t n = block + 1 < blocks ? 16'384 : count - 16'384 * (blocks - 1);
    slow_elias_fano_block(bytes.subspan(bits.u64(entry + 16)), n, bits.u64(entry),
                          bits.u64(entry + 8), keys);
  }
  return keys;
}

// (length, code) -> step
using SlowCodes = std::map<std::pair<unsigned, unsigned>, unsigned>;

inline SlowCodes slow_codes(std::span<const std::byte> lengths) {
  SlowCodes codes;
  unsigned code = 0;
  for (unsigned length = 1; length <= 12; ++length) {
    for (unsigned step = 0; step <= 64; ++step) {
      if (std::to_integer<unsigned>(lengths[step]) == length) codes[{length, code++}] = step;
    }
    code *= 2;
  }
  return codes;
}

inline void slow_xor_huffman_block(const SlowBits& bits, std::uint64_t at, std::uint64_t n,
                                   const SlowCodes& codes, std::vector<std::uint64_t>& keys) {
  std::uint64_t key = bits.number(at, 64);
  at += 64;
  keys.push_back(key);
  for (std::uint64_t i = 1; i < n; ++i) {
    std::pair<unsigned, unsigned> code{0, 0};
    while (codes.count(code) == 0) {
      code = {code.first + 1, code.second * 2 + (bits.bit(at++) ? 1U : 0U)};
      if (code.first > 12) throw std::logic_error("code");
    }
    const unsigned step = codes.at(code);
    if (step < 64) {
      key ^= std::uint64_t{1} << step;
      for (unsigned below = 0; below < step; ++below) {
        key &= ~(std::uint64_t{1} << below);
        key |= std::uint64_t{bits.bit(at++)} << below;
      }
    }
    keys.push_back(key);
  }
}

inline std::vector<std::uint64_t> slow_xor_huffman(std::span<const std::byte> bytes,
                                                   std::uint64_t blocks,
                                                   std::uint64_t block_bytes) {
  std::vector<std::uint64_t> keys;
  const SlowBits bits(bytes);
  const std::uint64_t positions = block_bytes + 8 * blocks;
  const std::uint64_t counts = positions + 8 * ((blocks + 63) / 64);
  const SlowCodes codes = slow_codes(bytes.subspan(counts + slow_padded(2 * blocks)));
  for (std::uint64_t block = 0; block < blocks; ++block) {
    if (block % 64 == 0 && bits.u64(positions + block / 64 * 8) != keys.size()) {
      throw std::logic_error("positions");
    }
    const std::uint64_t begin = keys.size();
    slow_xor_huffman_block(bits, 8 * 1'024 * block, bits.u16(counts + 2 * block), codes, keys);
    if (bits.u64(block_bytes + 8 * block) != keys[begin]) throw std::logic_error("first key");
  }
  return keys;
}

inline std::vector<std::uint64_t> decode_slowly(std::span<const std::byte> bytes) {
  const SlowBits tail(bytes.last(32));
  const std::uint64_t blocks = tail.u64(8);
  const std::uint64_t block_bytes = tail.u64(16);
  if (tail.u64(24) == 1) return slow_elias_fano(bytes, tail.u64(0), blocks, block_bytes);
  return slow_xor_huffman(bytes, blocks, block_bytes);
}

}  // namespace facsim

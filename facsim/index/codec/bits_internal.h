// SPDX-License-Identifier: Apache-2.0
#pragma once
// Little-endian numbers at any address, and counting bits without special instructions.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace facsim {

template <class Unsigned>
[[nodiscard]] inline Unsigned little_endian(Unsigned value) noexcept {
  if constexpr (std::endian::native == std::endian::big) {
    Unsigned turned = 0;
    for (std::size_t byte = 0; byte < sizeof value; ++byte) {
      turned = static_cast<Unsigned>(turned << 8U | (value >> (8 * byte) & 255U));
    }
    return turned;
  }
  return value;
}

template <class Unsigned>
[[nodiscard]] inline Unsigned load_as(const std::byte* at) noexcept {
  Unsigned value;
  std::memcpy(&value, at, sizeof value);
  return little_endian(value);
}

template <class Unsigned>
inline void store_as(std::byte* at, Unsigned value) noexcept {
  value = little_endian(value);
  std::memcpy(at, &value, sizeof value);
}

[[nodiscard]] inline std::uint64_t load64(const std::byte* at) noexcept {
  return load_as<std::uint64_t>(at);
}
[[nodiscard]] inline std::uint64_t load16(const std::byte* at) noexcept {
  return load_as<std::uint16_t>(at);
}

// A number with the lowest `bits` bits set; `bits` is at most 63.
[[nodiscard]] constexpr std::uint64_t low_ones(unsigned bits) noexcept {
  return (std::uint64_t{1} << bits) - 1;
}

[[nodiscard]] constexpr std::uint64_t ceil_div(std::uint64_t value, std::uint64_t by) noexcept {
  return value / by + (value % by == 0 ? 0 : 1);
}

// Each byte of the result holds the number of ones in that byte of `word`.
[[nodiscard]] constexpr std::uint64_t ones_by_byte(std::uint64_t word) noexcept {
  word -= word >> 1U & 0x5555555555555555U;
  word = (word & 0x3333333333333333U) + (word >> 2U & 0x3333333333333333U);
  return (word + (word >> 4U)) & 0x0f0f0f0f0f0f0f0fU;
}

// Plain x86-64 lacks the popcount instruction, and compilers then call a function instead.
[[nodiscard]] constexpr unsigned count_ones(std::uint64_t word) noexcept {
#if defined(__POPCNT__) || !defined(__x86_64__)
  return static_cast<unsigned>(std::popcount(word));
#else
  return static_cast<unsigned>(ones_by_byte(word) * 0x0101010101010101U >> 56U);
#endif
}

// The position of the one bit that exactly `before` ones precede; `before` < count_ones(word).
[[nodiscard]] constexpr unsigned place_of_one(std::uint64_t word, unsigned before) noexcept {
  // Byte b of `sums` counts the ones in the bytes 0..b, at most 64.
  const std::uint64_t sums = ones_by_byte(word) * 0x0101010101010101U;
  // 128 + before - sum has bit 7 set exactly while sum <= before.
  const std::uint64_t not_yet =
      ((0x80U + before) * 0x0101010101010101U - sums) & 0x8080808080808080U;
  const unsigned byte = count_ones(not_yet);
  const unsigned shift = byte * 8;
  if (byte > 0) before -= static_cast<unsigned>(sums >> (shift - 8) & 255U);
  std::uint64_t rest = word >> shift;
  for (; before > 0; --before) rest &= rest - 1;
  return shift + static_cast<unsigned>(std::countr_zero(rest));
}

// Writes numbers of 0 to 63 bits without gaps, the lowest bit first, to a zeroed buffer that has
// space for them and 8 bytes more.
class BitWriter {
 public:
  explicit BitWriter(std::byte* to) noexcept : to_(to) {}

  void put(std::uint64_t value, unsigned bits) noexcept {
    pending_ |= value << filled_;
    filled_ += bits;
    if (filled_ < 64) return;
    store_as(to_, pending_);
    to_ += 8;
    filled_ -= 64;
    pending_ = filled_ == 0 ? 0 : value >> (bits - filled_);
  }

  void finish() noexcept { store_as(to_, pending_); }

 private:
  std::byte* to_;
  std::uint64_t pending_ = 0;
  unsigned filled_ = 0;
};

}  // namespace facsim

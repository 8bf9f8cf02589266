// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/control_bytes_internal.h"

#include <bit>
#include <cstdint>
#include <cstring>

#include "facsim/input/text_bits_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kWordBytes = sizeof(std::uint64_t);
constexpr std::uint64_t kTops = 0x8080808080808080;  // the highest bit of each byte
// The highest bits of the bytes at even places; the byte at the lowest address is the first.
constexpr std::uint64_t kEvenTops = std::endian::native == std::endian::little
                                        ? std::uint64_t{0x0080008000800080}
                                        : std::uint64_t{0x8000800080008000};

constexpr std::uint64_t in_each_byte(unsigned value) noexcept {
  return value * std::uint64_t{0x0101010101010101};
}

// Sets the highest bit of each byte that is ASCII and at least `least`; other bits are undefined.
// No byte carries into the next: 0x7F + 0x80 - least is at most 0xFF.
constexpr std::uint64_t at_least(std::uint64_t sevens, unsigned least) noexcept {
  return sevens + in_each_byte(0x80 - least);
}

bool is_control(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  const bool shifts = byte == 0x0E || byte == 0x0F || byte == 0x1B;
  return (byte < 0x20 && !is_space(c) && !shifts) || byte == 0x7F;
}

std::size_t count(std::uint64_t tops) noexcept {
  return static_cast<std::size_t>(std::popcount(tops));
}

}  // namespace

ControlBytes count_control_bytes(std::string_view bytes) noexcept {
  ControlBytes found;
  std::size_t at = 0;
  for (; at + kWordBytes <= bytes.size(); at += kWordBytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, kWordBytes);
    const std::uint64_t sevens = word & ~kTops;
    const std::uint64_t ascii = ~word & kTops;
    const std::uint64_t low = ~at_least(sevens, 0x20);
    if (((low | at_least(sevens, 0x7F)) & ascii) == 0) continue;
    const std::uint64_t spaces_and_shifts = at_least(sevens, 0x09) & ~at_least(sevens, 0x10);
    const std::uint64_t escapes = at_least(sevens, 0x1B) & ~at_least(sevens, 0x1C);
    const std::uint64_t controls =
        ((low & ~spaces_and_shifts & ~escapes) | at_least(sevens, 0x7F)) & ascii;
    const std::uint64_t nuls = ~at_least(sevens, 0x01) & ascii;
    found.controls += count(controls);
    found.even_controls += count(controls & kEvenTops);
    found.nuls += count(nuls);
    found.even_nuls += count(nuls & kEvenTops);
  }
  const ControlBytes rest = count_control_bytes_slowly(bytes.substr(at));  // at is even
  found.controls += rest.controls;
  found.even_controls += rest.even_controls;
  found.nuls += rest.nuls;
  found.even_nuls += rest.even_nuls;
  return found;
}

ControlBytes count_control_bytes_slowly(std::string_view bytes) noexcept {
  ControlBytes found;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const bool is_even = i % 2 == 0;
    if (is_control(bytes[i])) {
      ++found.controls;
      found.even_controls += is_even ? 1 : 0;
    }
    if (bytes[i] == '\0') {
      ++found.nuls;
      found.even_nuls += is_even ? 1 : 0;
    }
  }
  return found;
}

}  // namespace facsim

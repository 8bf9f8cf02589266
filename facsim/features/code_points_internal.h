// SPDX-License-Identifier: Apache-2.0
#pragma once
// Character classes for the splitter of units, and reading and writing characters as UTF-8. Private
// to this room.
//
// Promise: the answers are those of Unicode 15.0 and never change. A code point that 15.0 does not
// assign is unknown here.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "facsim/features/unicode_tables_internal.h"

namespace facsim {

// A run of `word` characters is a unit; each `alone` character is a unit by itself; a `mark`
// belongs to the unit before it, and counts as `word` if there is none.
enum class UnitClass : std::uint8_t { separator, word, alone, mark };

// The class of a character that is already folded and normalised.
[[nodiscard]] inline UnitClass unit_class(char32_t c) noexcept {
  return static_cast<UnitClass>(kPropertyTrie[c] & kUnitClassMask);
}

// True for '_' and what Python's str.isalnum() accepts: a letter, or any character with a numeric
// value.
[[nodiscard]] inline bool is_word_character(char32_t c) noexcept {
  return c == U'_' || (kPropertyTrie[c] & kIsAlphanumeric) != 0;
}

[[nodiscard]] inline bool is_white_space(char32_t c) noexcept {
  return ((kPropertyTrie[c] >> kComposeStepShift) & kComposeStepMask) == kComposeStepSpace;
}

// True for the unified ideographs that make up nearly all ideographic text; all of them are
// assigned.
[[nodiscard]] constexpr bool is_common_ideograph(char32_t c) noexcept {
  return c >= 0x4e00 && c <= 0x9fff;
}

// The same for any three bytes of UTF-8, given as one number with the first byte highest.
[[nodiscard]] constexpr bool is_common_ideograph_in_utf8(std::uint32_t bytes) noexcept {
  constexpr std::uint32_t kFirst = 0xe4b880;
  constexpr std::uint32_t kLast = 0xe9bfbf;
  return bytes - kFirst <= kLast - kFirst && (bytes & 0xc0c0U) == 0x8080;
}

[[nodiscard]] inline std::uint32_t three_bytes(const char* bytes) noexcept {
  const auto* at = reinterpret_cast<const unsigned char*>(bytes);
  return (std::uint32_t{at[0]} << 16) | (std::uint32_t{at[1]} << 8) | at[2];
}

inline constexpr char32_t kReplacement = 0xfffd;
inline constexpr std::uint32_t kReplacementInUtf8 = 0xefbfbd;

struct CodePoint {
  char32_t value = kReplacement;
  std::uint32_t bytes = 0;
  bool is_well_formed = false;
};

// The same for bytes[0..size), size > 0, if the first byte is not ASCII.
[[nodiscard]] CodePoint long_code_point(const unsigned char* bytes, std::size_t size) noexcept;

// Reads the code point at `begin` < utf8.size(). An ill-formed sequence counts as one U+FFFD for
// each maximal part of a sequence (Unicode 15.0, section 3.9, U+FFFD Substitution).
[[nodiscard]] inline CodePoint code_point_at(std::string_view utf8, std::size_t begin) noexcept {
  const auto* bytes = reinterpret_cast<const unsigned char*>(utf8.data()) + begin;
  const std::size_t left = utf8.size() - begin;
  const unsigned first = bytes[0];
  if (first < 0x80) return {first, 1, true};
  // Three bytes (E0 and ED restrict the second one and are left to long_code_point()), and two.
  if (left >= 3 && first > 0xe0 && first < 0xf0 && first != 0xed) {
    const unsigned second = bytes[1] ^ 0x80U;
    const unsigned third = bytes[2] ^ 0x80U;
    if ((second | third) < 0x40) return {((first & 0xfU) << 12) | (second << 6) | third, 3, true};
  } else if (left >= 2 && first >= 0xc2 && first < 0xe0) {
    const unsigned second = bytes[1] ^ 0x80U;
    if (second < 0x40) return {((first & 0x1fU) << 6) | second, 2, true};
  }
  return long_code_point(bytes, left);
}

// The UTF-8 of a character, in the order of the bytes in memory.
struct FourBytes {
  char data[4] = {};
  std::uint32_t size = 0;
};

[[nodiscard]] constexpr FourBytes utf8_bytes(char32_t c) noexcept {
  const auto tail = [c](unsigned shift) {
    return static_cast<char>(0x80U | ((c >> shift) & 0x3fU));
  };
  if (c < 0x80) return {{static_cast<char>(c)}, 1};
  if (c < 0x800) return {{static_cast<char>(0xc0U | (c >> 6)), tail(0)}, 2};
  if (c < kSupplement) return {{static_cast<char>(0xe0U | (c >> 12)), tail(6), tail(0)}, 3};
  return {{static_cast<char>(0xf0U | (c >> 18)), tail(12), tail(6), tail(0)}, 4};
}

}  // namespace facsim

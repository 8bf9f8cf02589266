// SPDX-License-Identifier: Apache-2.0
#pragma once
// What one character is: to the splitter of units, and to a reader of UTF-8. Private to this room.
//
// Promise: answers are those of Unicode 15.0, whichever later version the library at hand knows. A
// code point that 15.0 does not assign is unknown here, so that a newer library cannot change a bit
// (normalisation and folding of assigned characters are stable by Unicode's own policy).

#include <unicode/utf8.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace facsim {

// A run of `word` characters is a unit; each `alone` character is one; a `mark` stays with what
// precedes it, and counts as `word` where nothing does.
enum class UnitClass : std::uint8_t { separator, word, alone, mark };

// Of a character that is folded and normalised already. Cost: three look-ups in tries.
[[nodiscard]] UnitClass unit_class(char32_t c) noexcept;

// Assigned in Unicode 15.0, private use and noncharacters included.
[[nodiscard]] bool is_known(char32_t c) noexcept;

// Unified ideographs, which folding leaves alone, and code points that may become some.
[[nodiscard]] constexpr bool is_plain_ideograph(char32_t c) noexcept {
  return (c >= 0x4e00 && c <= 0x9fff) || (c >= 0x3400 && c <= 0x4dbf) ||
         (c >= 0x20000 && c <= 0x2f7ff) || (c >= 0x30000 && c <= 0x3fffd);
}

inline constexpr char32_t kReplacement = 0xfffd;

struct CodePoint {
  char32_t value = kReplacement;
  std::uint32_t bytes = 0;
  bool is_well_formed = false;
};

// Reads the code point at `begin` < utf8.size(). An ill-formed sequence counts as one U+FFFD for
// each maximal part of a sequence (Unicode 15.0, section 3.9, U+FFFD Substitution).
[[nodiscard]] inline CodePoint code_point_at(std::string_view utf8, std::size_t begin) noexcept {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(utf8.data()) + begin;
  const std::size_t left = utf8.size() - begin;
  const int size = left < 4 ? static_cast<int>(left) : 4;
  int at = 0;
  int value = 0;
  U8_NEXT(bytes, at, size, value);
  if (value < 0) return {kReplacement, static_cast<std::uint32_t>(at), false};
  return {static_cast<char32_t>(value), static_cast<std::uint32_t>(at), true};
}

}  // namespace facsim

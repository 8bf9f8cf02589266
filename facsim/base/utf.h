// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversions between UTF-8, code points and UTF-16.
//
// Ill-formed UTF-8 is decoded as U+FFFD, one for each maximal part of a sequence (Unicode 15.0,
// section 3.9). UTF-8 cannot contain unpaired surrogates, but windows of UTF-16 units can begin and
// end with them. They are written as the three bytes that they would have (WTF-8), so that
// different windows stay different; only wtf8_to_utf16() reads these.

#include <cstddef>
#include <string>
#include <string_view>

namespace facsim {

struct DecodedCharacter {
  char32_t value = 0xfffd;
  std::size_t bytes = 1;
  bool is_well_formed = false;
};
// `at` must be within the text.
[[nodiscard]] DecodedCharacter decode_utf8(std::string_view utf8, std::size_t at) noexcept;

[[nodiscard]] bool is_utf8(std::string_view bytes) noexcept;

void append_utf8(char32_t character, std::string& out);

[[nodiscard]] std::u32string utf8_to_characters(std::string_view utf8);
[[nodiscard]] std::string to_utf8(std::u32string_view characters);
[[nodiscard]] std::u16string to_utf16(std::u32string_view characters);
[[nodiscard]] std::string to_utf8(std::u16string_view units);
// Reads back what to_utf8(std::u16string_view) writes.
[[nodiscard]] std::u16string wtf8_to_utf16(std::string_view wtf8);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bits as lower-case hexadecimal digits, highest first, for people and for `join`.

#include <cstdint>
#include <string>
#include <string_view>

namespace facsim {

// The `digits` lowest hexadecimal digits of `bits`.
[[nodiscard]] inline std::string hexadecimal(std::uint64_t bits, std::size_t digits = 16) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(digits, '0');
  for (std::size_t i = digits; i-- > 0; bits >>= 4) text[i] = kDigits[bits & 15U];
  return text;
}

}  // namespace facsim

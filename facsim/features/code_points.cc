// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/code_points_internal.h"

namespace facsim {
namespace {

struct Range {
  unsigned first = 0x80;
  unsigned last = 0xbf;
};

// Returns the valid range of the second byte (Unicode 15.0, table 3-7): no overlong forms, no
// surrogates, nothing beyond U+10FFFF.
Range second_byte(unsigned first) {
  switch (first) {
    case 0xe0:
      return {0xa0, 0xbf};
    case 0xed:
      return {0x80, 0x9f};
    case 0xf0:
      return {0x90, 0xbf};
    case 0xf4:
      return {0x80, 0x8f};
    default:
      return {};
  }
}

}  // namespace

CodePoint long_code_point(const unsigned char* bytes, std::size_t size) noexcept {
  const unsigned first = bytes[0];
  if (first < 0xc2 || first > 0xf4) return {kReplacement, 1, false};
  const std::uint32_t wanted = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  char32_t value = first & (0x7fU >> wanted);
  Range range = second_byte(first);
  for (std::uint32_t at = 1; at < wanted; ++at) {
    if (at == size || bytes[at] < range.first || bytes[at] > range.last) {
      return {kReplacement, at, false};
    }
    value = (value << 6) | (bytes[at] & 0x3fU);
    range = {};
  }
  return {value, wanted, true};
}

}  // namespace facsim

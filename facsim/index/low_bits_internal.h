// SPDX-License-Identifier: Apache-2.0
#pragma once
// A mask of the lowest bits of a key. Private to this room.

#include <cstdint>

namespace facsim {

// All 64 bits if `bits` is 64 or more.
[[nodiscard]] constexpr std::uint64_t low_bits(int bits) noexcept {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

}  // namespace facsim

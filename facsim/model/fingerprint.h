// SPDX-License-Identifier: Apache-2.0
#pragma once
// A fingerprint: 64 bits of likeness. Only fingerprints of one recipe may be compared.

#include <bit>
#include <cstdint>

namespace facsim {

enum class Fingerprint : std::uint64_t {};

[[nodiscard]] constexpr std::uint64_t bits_of(Fingerprint fingerprint) noexcept {
  return static_cast<std::uint64_t>(fingerprint);
}

// Hamming distance in bits, 0..64.
[[nodiscard]] constexpr int distance(Fingerprint a, Fingerprint b) noexcept {
  return std::popcount(bits_of(a) ^ bits_of(b));
}

}  // namespace facsim

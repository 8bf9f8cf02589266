// SPDX-License-Identifier: Apache-2.0
#pragma once
// A fingerprint: 64 bits of likeness, or 32 or 128 if the recipe says so. Only fingerprints of one
// recipe may be compared.

#include <bit>
#include <cstdint>
#include <string>

namespace facsim {

enum class Fingerprint : std::uint64_t {};

[[nodiscard]] constexpr std::uint64_t bits_of(Fingerprint fingerprint) noexcept {
  return static_cast<std::uint64_t>(fingerprint);
}

// Hamming distance in bits, 0..64.
[[nodiscard]] constexpr int distance(Fingerprint a, Fingerprint b) noexcept {
  return std::popcount(bits_of(a) ^ bits_of(b));
}

// A fingerprint of any recipe: 32 and 64 bits are in `low`.
struct WideFingerprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const WideFingerprint&, const WideFingerprint&) = default;
};

[[nodiscard]] constexpr int distance(const WideFingerprint& a, const WideFingerprint& b) noexcept {
  return std::popcount(a.low ^ b.low) + std::popcount(a.high ^ b.high);
}

// The fingerprint of a recipe of at most 64 bits, as the indexes store it.
[[nodiscard]] constexpr Fingerprint narrow(const WideFingerprint& fingerprint) noexcept {
  return Fingerprint{fingerprint.low};
}

// bits / 4 lower-case hexadecimal digits, the highest first.
[[nodiscard]] std::string hex(const WideFingerprint& fingerprint, std::uint32_t bits);

}  // namespace facsim

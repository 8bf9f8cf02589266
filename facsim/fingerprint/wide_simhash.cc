// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/wide_simhash.h"

#include <array>

namespace facsim {

WideFingerprint wide_simhash(std::span<const WeightedHash> features, std::uint32_t bits,
                             Majority majority) noexcept {
  std::array<double, 128> sums{};
  double total = 0;
  const bool is_signed = majority == Majority::signed_sum;
  const auto bit_of = [](const Hash128& hash, std::uint32_t bit) {
    return (((bit < 64 ? hash.low : hash.high) >> (bit % 64)) & 1U) != 0;
  };
  for (const WeightedHash& feature : features) {
    total += feature.weight;
    const double against = is_signed ? -feature.bits_weight : 0;
    for (std::uint32_t bit = 0; bit < bits; ++bit) {
      sums[bit] += bit_of(feature.hash, bit) ? feature.bits_weight : against;
    }
  }
  const double threshold = is_signed ? 0 : total / 2;
  WideFingerprint fingerprint;
  for (std::uint32_t bit = 0; bit < bits; ++bit) {
    const std::uint64_t is_set = sums[bit] > threshold ? 1 : 0;
    (bit < 64 ? fingerprint.low : fingerprint.high) |= is_set << (bit % 64);
  }
  return fingerprint;
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/simhash.h"

#include <algorithm>

namespace facsim {

std::optional<Fingerprint> simhash(std::span<const Feature> features) noexcept {
  static const FingerprintKernels& best = fingerprint_kernels(best_kernel());
  return simhash(features, best);
}

std::optional<Fingerprint> simhash(std::span<const Feature> features,
                                   const FingerprintKernels& kernels) noexcept {
  if (features.empty()) return std::nullopt;
  VoteSums for_bits{};
  const std::int64_t total = kernels.add_weighted(features, for_bits);
  return Fingerprint{signs_of(for_bits, total)};
}

std::optional<Fingerprint> simhash(std::span<const Feature> features,
                                   const FingerprintKernels& kernels, const Look& look) {
  if (features.size() <= kLookValues) return simhash(features, kernels);
  VoteSums for_bits{};
  std::int64_t total = 0;
  for (std::size_t begin = 0; begin < features.size(); begin += kLookValues) {
    const std::size_t some = std::min(kLookValues, features.size() - begin);
    total += kernels.add_weighted(features.subspan(begin, some), for_bits);
    if (look) look();
  }
  return Fingerprint{signs_of(for_bits, total)};
}

std::uint64_t signs_of(const VoteSums& for_bits, std::int64_t total) noexcept {
  std::uint64_t bits = 0;
  for (unsigned bit = 0; bit < for_bits.size(); ++bit) {
    const bool is_for = for_bits[bit] > total - for_bits[bit];
    bits |= static_cast<std::uint64_t>(is_for) << bit;
  }
  return bits;
}

}  // namespace facsim

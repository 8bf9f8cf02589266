// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/simhash.h"

#include <array>
#include <cstdint>

namespace facsim {
namespace {

constexpr int kBits = 64;
// Weights up to here are summed in 16 bits, which hold so many of them.
constexpr std::int32_t kSmallWeightMax = 1023;
constexpr int kSmallPerBlock = 64;
static_assert(kSmallWeightMax * kSmallPerBlock <= 0xffff);

// Sums of the weights of the features that have bit i, in whole numbers, so that no order of
// summation can change a bit.
using WideSums = std::array<std::int64_t, kBits>;

// Eight lanes of 16 bits, which every x86-64 and ARM machine adds at once; the compiler writes a
// loop where there is no such instruction.
using Lanes = std::uint16_t __attribute__((vector_size(16)));
using SmallSums = std::array<Lanes, kBits / 8>;

void add_small(std::uint64_t hash, std::uint16_t weight, SmallSums& sums) {
  constexpr Lanes kBitOfLane = {1, 2, 4, 8, 16, 32, 64, 128};
  const Lanes weights = Lanes{} + weight;
  for (unsigned byte = 0; byte < 8; ++byte) {
    const Lanes copies = Lanes{} + static_cast<std::uint16_t>((hash >> (8 * byte)) & 0xffU);
    // All ones where the lane's bit is set.
    const auto is_set = static_cast<Lanes>((copies & kBitOfLane) == kBitOfLane);
    sums[byte] += is_set & weights;
  }
}

void add_wide(std::uint64_t hash, std::int32_t weight, WideSums& sums) {
  for (unsigned bit = 0; bit < kBits; ++bit) {
    sums[bit] += ((hash >> bit) & 1U) != 0 ? weight : 0;
  }
}

void flush(SmallSums& small, WideSums& wide) {
  for (unsigned bit = 0; bit < kBits; ++bit) wide[bit] += small[bit / 8][bit % 8];
  small = {};
}

}  // namespace

std::optional<Fingerprint> simhash(std::span<const Feature> features) noexcept {
  if (features.empty()) return std::nullopt;
  WideSums wide{};
  SmallSums small{};
  int in_small = 0;
  std::int64_t total = 0;
  for (const Feature& feature : features) {
    total += feature.weight;
    if (feature.weight < 0 || feature.weight > kSmallWeightMax) {
      add_wide(feature.hash, feature.weight, wide);
      continue;
    }
    add_small(feature.hash, static_cast<std::uint16_t>(feature.weight), small);
    if (++in_small == kSmallPerBlock) {
      flush(small, wide);
      in_small = 0;
    }
  }
  flush(small, wide);

  // The vote of a bit is what is for it less what is against it.
  std::uint64_t bits = 0;
  for (unsigned bit = 0; bit < kBits; ++bit) {
    const bool is_for = wide[bit] > total - wide[bit];
    bits |= static_cast<std::uint64_t>(is_for) << bit;
  }
  return Fingerprint{bits};
}

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/wide_sketch.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

constexpr std::uint64_t kEmptyWideBin = ~std::uint64_t{0};
constexpr std::uint64_t kSeedSalt = 0x736b657463682073U;

// Seed 0 changes nothing, so the default equals sketcher.h.
std::uint64_t seed_mask(std::uint64_t seed) { return seed == 0 ? 0 : mix64(seed ^ kSeedSalt); }

// Returns the highest `bin_bits` of 64 bits.
std::size_t high_bits(std::uint64_t value, unsigned bin_bits) {
  return bin_bits == 0 ? 0 : value >> (64 - bin_bits);
}

std::vector<std::uint64_t> minima_of(std::span<const std::uint64_t> hashes,
                                     const SketchSpec& spec) {
  const auto bin_bits = static_cast<unsigned>(std::countr_zero(spec.bins));
  const std::uint64_t mask = seed_mask(spec.seed);
  std::vector<std::uint64_t> minima(spec.bins, kEmptyWideBin);
  for (const std::uint64_t hash : hashes) {
    const std::uint64_t mixed = mix64(hash ^ mask);
    std::uint64_t& minimum = minima[high_bits(mixed, bin_bits)];
    // A single bin uses all 64 bits; their largest value is reserved for an empty bin.
    minimum = std::min(minimum, std::min(mixed << bin_bits, kEmptyWideBin - 1));
  }
  return minima;
}

std::vector<std::uint64_t> densified(const std::vector<std::uint64_t>& minima) {
  const auto bin_bits = static_cast<unsigned>(std::countr_zero(minima.size()));
  std::vector<std::uint64_t> dense(minima.size());
  for (std::size_t bin = 0; bin < minima.size(); ++bin) {
    std::size_t from = bin;
    for (std::uint64_t attempt = 1; minima[from] == kEmptyWideBin; ++attempt) {
      from = high_bits(mix64((attempt << bin_bits) | bin), bin_bits);
    }
    dense[bin] = minima[from];
  }
  return dense;
}

std::uint32_t bin_at(std::span<const std::uint8_t> sketch, std::size_t bin, std::uint32_t bits) {
  if (bits == 16) return sketch[2 * bin] | (std::uint32_t{sketch[2 * bin + 1]} << 8);
  const std::size_t first_bit = bin * bits;
  return (sketch[first_bit / 8] >> (first_bit % 8)) & ((1U << bits) - 1);
}

}  // namespace

std::optional<std::vector<std::uint8_t>> wide_sketch_of(std::span<const std::uint64_t> hashes,
                                                        const SketchSpec& spec) {
  if (hashes.empty()) return std::nullopt;
  const std::vector<std::uint64_t> dense = densified(minima_of(hashes, spec));
  std::vector<std::uint8_t> sketch((std::size_t{spec.bins} * spec.bits + 7) / 8);
  for (std::size_t bin = 0; bin < dense.size(); ++bin) {
    const std::uint64_t value = mix64(dense[bin]);
    if (spec.bits == 16) {
      sketch[2 * bin] = static_cast<std::uint8_t>(value);
      sketch[2 * bin + 1] = static_cast<std::uint8_t>(value >> 8);
      continue;
    }
    const std::size_t first_bit = bin * spec.bits;
    const std::uint64_t kept = value & ((std::uint64_t{1} << spec.bits) - 1);
    sketch[first_bit / 8] =
        static_cast<std::uint8_t>(sketch[first_bit / 8] | (kept << (first_bit % 8)));
  }
  return sketch;
}

double estimated_resemblance(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                             const SketchSpec& spec) {
  assert(a.size() == b.size() && "sketches of one recipe have one size");
  std::size_t agreeing = 0;
  for (std::size_t bin = 0; bin < spec.bins; ++bin) {
    agreeing += bin_at(a, bin, spec.bits) == bin_at(b, bin, spec.bits) ? 1 : 0;
  }
  const double share = static_cast<double>(agreeing) / static_cast<double>(spec.bins);
  const double chance = 1.0 / static_cast<double>(std::uint64_t{1} << spec.bits);
  return std::clamp((share - chance) / (1 - chance), 0.0, 1.0);
}

}  // namespace facsim

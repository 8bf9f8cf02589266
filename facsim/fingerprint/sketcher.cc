// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/sketcher.h"

#include <algorithm>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

constexpr std::size_t kBins = Sketch::kBins;
constexpr unsigned kBinBits = 6;
static_assert(kBins == std::size_t{1} << kBinBits);

// Values never have all 64 bits, because the bin's number was shifted out.
constexpr std::uint64_t kEmptyBin = ~std::uint64_t{0};
using Minima = std::array<std::uint64_t, kBins>;

// Returns the bin that an empty one takes its value from in its `attempt`. The sequence is the same
// for every set, so that equal sets fill their empty bins alike, and differs for each bin, so that
// few bins are filled from the same one (Shrivastava 2017, algorithm 1).
std::size_t bin_to_try(std::size_t bin, std::uint64_t attempt) noexcept {
  return mix64((attempt << kBinBits) | bin) >> (64 - kBinBits);
}

void densify(const Minima& minima, Minima& dense) noexcept {
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    std::size_t from = bin;
    // Terminates, because the sequences reach each bin from each bin (checked by a test).
    for (std::uint64_t attempt = 1; minima[from] == kEmptyBin; ++attempt) {
      from = bin_to_try(bin, attempt);
    }
    dense[bin] = minima[from];
  }
}

}  // namespace

std::optional<Sketch> sketch_of(std::span<const std::uint64_t> hashes) noexcept {
  if (hashes.empty()) return std::nullopt;
  Minima minima;
  minima.fill(kEmptyBin);
  for (const std::uint64_t hash : hashes) {
    const std::uint64_t mixed = mix64(hash);
    std::uint64_t& minimum = minima[mixed >> (64 - kBinBits)];
    minimum = std::min(minimum, mixed << kBinBits);
  }
  Minima dense;
  densify(minima, dense);
  Sketch sketch;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    sketch.bins[bin] = static_cast<std::uint8_t>(mix64(dense[bin]));
  }
  return sketch;
}

std::size_t equal_bins(const Sketch& a, const Sketch& b) noexcept {
  std::size_t equal = 0;
  for (std::size_t bin = 0; bin < kBins; ++bin) equal += a.bins[bin] == b.bins[bin] ? 1 : 0;
  return equal;
}

double estimated_resemblance(const Sketch& a, const Sketch& b) noexcept {
  return estimated_resemblance(equal_bins(a, b));
}

double estimated_resemblance(std::size_t equal_bins) noexcept {
  const double share = static_cast<double>(equal_bins) / kBins;
  constexpr double kChance = 1.0 / 256;
  return std::clamp((share - kChance) / (1 - kChance), 0.0, 1.0);
}

std::array<std::uint32_t, kBandsMax> band_keys(const Sketch& sketch) noexcept {
  constexpr std::size_t kBinsOfBand = 4;
  std::array<std::uint32_t, kBandsMax> keys{};
  for (std::size_t band = 0; band < kBandsMax; ++band) {
    for (std::size_t i = 0; i < kBinsOfBand; ++i) {
      keys[band] |= std::uint32_t{sketch.bins[kBinsOfBand * band + i]} << (8 * i);
    }
  }
  return keys;
}

}  // namespace facsim

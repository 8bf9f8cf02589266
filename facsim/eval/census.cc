// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/census.h"

#include <algorithm>
#include <bit>
#include <mutex>

#include "facsim/fingerprint/sketcher.h"

namespace facsim {
namespace {

constexpr std::size_t kCensusPagesAtATime = 32;

using Bands = std::array<std::uint32_t, kBandsMax>;

// Written so that compilers vectorize both loops.
unsigned agreeing_bins(const Sketch& a, const Sketch& b) noexcept {
  std::array<std::uint8_t, 16> lanes{};
  for (std::size_t i = 0; i < Sketch::kBins; i += lanes.size()) {
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      lanes[lane] = static_cast<std::uint8_t>(
          lanes[lane] + static_cast<std::uint8_t>(a.bins[i + lane] == b.bins[i + lane]));
    }
  }
  unsigned sum = 0;
  for (const std::uint8_t lane : lanes) sum += lane;
  return sum;
}

bool share_band(const Bands& a, const Bands& b) noexcept {
  std::uint32_t equal = 0;
  for (std::size_t i = 0; i < kBands; ++i) equal |= static_cast<std::uint32_t>(a[i] == b[i]);
  return equal != 0;
}

// Counts the pairs within an entry, then with all later entries.
void count(const std::vector<CensusPage>& pages, const std::vector<Bands>& bands, std::size_t i,
           Census& census) {
  const CensusPage& page = pages[i];
  const std::uint64_t within = page.count * (page.count - 1) / 2;
  census.by_distance[0] += within;
  census.by_bins[Sketch::kBins] += within;
  census.by_bands += within;
  census.pairs += within;
  for (std::size_t j = i + 1; j < pages.size(); ++j) {
    const CensusPage& other = pages[j];
    const std::uint64_t weight = page.count * other.count;
    const int distance = std::popcount(page.fingerprint ^ other.fingerprint);
    census.by_distance[static_cast<std::size_t>(distance)] += weight;
    census.by_bins[agreeing_bins(page.sketch, other.sketch)] += weight;
    if (share_band(bands[i], bands[j])) census.by_bands += weight;
    census.pairs += weight;
  }
}

void add(Census& to, const Census& from) {
  for (std::size_t i = 0; i < to.by_distance.size(); ++i) to.by_distance[i] += from.by_distance[i];
  for (std::size_t i = 0; i < to.by_bins.size(); ++i) to.by_bins[i] += from.by_bins[i];
  to.by_bands += from.by_bands;
  to.pairs += from.pairs;
}

}  // namespace

Census take_census(const std::vector<CensusPage>& pages, Executor& executor,
                   const std::function<void(std::uint64_t)>& progress) {
  std::vector<Bands> bands;
  bands.reserve(pages.size());
  for (const CensusPage& page : pages) bands.push_back(band_keys(page.sketch));
  Census total;
  std::mutex mutex;
  std::uint64_t done = 0;
  executor.run((pages.size() + kCensusPagesAtATime - 1) / kCensusPagesAtATime,
               [&](std::size_t piece) {
                 const std::size_t begin = piece * kCensusPagesAtATime;
                 const std::size_t end = std::min(pages.size(), begin + kCensusPagesAtATime);
                 Census census;
                 for (std::size_t i = begin; i < end; ++i) count(pages, bands, i, census);
                 const std::lock_guard lock(mutex);
                 add(total, census);
                 done += end - begin;
                 if (progress) progress(done);
               });
  return total;
}

double estimate_of_bins(std::size_t agreeing) noexcept {
  const Sketch one;
  Sketch other;
  for (std::size_t i = agreeing; i < Sketch::kBins; ++i) other.bins[i] = 1;
  return estimated_resemblance(one, other);
}

}  // namespace facsim

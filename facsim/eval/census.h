// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts every pair of a corpus by distance of the fingerprints and by agreeing bins of the
// sketches: how many pairs a threshold accepts, right or wrong.
//
// Brute force on purpose: nothing can be missed, and comparing two hundred bytes takes some 20 ns.
// Cost: n^2 / 2 times that, shared among the executor's threads; 100 bytes a page.

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "facsim/base/executor.h"
#include "facsim/model/sketch.h"

namespace facsim {

// Represents all pages of equal text.
struct CensusPage {
  std::uint64_t fingerprint = 0;
  Sketch sketch;
  std::uint64_t count = 1;  // pages
};

struct Census {
  std::array<std::uint64_t, 65> by_distance{};             // pairs
  std::array<std::uint64_t, Sketch::kBins + 1> by_bins{};  // by agreeing bins
  std::uint64_t by_bands = 0;                              // pairs that share a band
  std::uint64_t pairs = 0;
};

// Pages of one entry are pairs too: at distance 0, with all bins equal. `progress` receives the
// number of completed entries, one call at a time; it may throw to stop.
[[nodiscard]] Census take_census(const std::vector<CensusPage>& pages, Executor& executor,
                                 const std::function<void(std::uint64_t)>& progress = {});

// Estimates the resemblance from the number of agreeing bins.
[[nodiscard]] double estimate_of_bins(std::size_t agreeing) noexcept;

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Every pair of a corpus, counted by distance of the fingerprints and by agreeing bins of the
// sketches: how many pairs a threshold takes, right or wrong.
//
// Brute force on purpose: nothing can be missed, and two hundred bytes are compared in some 20 ns.
// Cost: n^2 / 2 times that, shared among the executor's threads; 100 bytes a page.

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "facsim/base/executor.h"
#include "facsim/model/sketch.h"

namespace facsim {

// What stands for all pages of equal text.
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

// Pages of one entry are pairs too: at distance 0, with all bins equal. `progress` is told how many
// entries are done, one call at a time; may throw to stop.
[[nodiscard]] Census take_census(const std::vector<CensusPage>& pages, Executor& executor,
                                 const std::function<void(std::uint64_t)>& progress = {});

// The resemblance that so many agreeing bins suggest.
[[nodiscard]] double estimate_of_bins(std::size_t agreeing) noexcept;

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#include "facsim/review/review_bins_internal.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "facsim/dedup/matches/decisions.h"

namespace facsim {
namespace {

constexpr int kBins = 20;

}  // namespace

std::vector<ReviewBin> likeness_bins() {
  std::vector<ReviewBin> bins(kBins);
  for (int i = 0; i < kBins; ++i) bins[static_cast<std::size_t>(i)].from = double(i) / kBins;
  return bins;
}

void count_pair(const ReviewPair& pair, std::vector<ReviewBin>& bins) {
  // The likeness of two equal texts was not measured.
  if (pair.kind == "exact") return;
  const double likeness = std::clamp(pair.likeness, 0.0, 1.0);
  // Compares with the bin boundaries themselves, so that .85 belongs to the bin that begins there.
  const auto after = std::ranges::upper_bound(bins, likeness, {}, &ReviewBin::from);
  ReviewBin& bin = *(after - 1);
  switch (pair.state) {
    case PairState::removed:
      ++bin.removed;
      break;
    case PairState::reported:
      ++bin.reported;
      break;
    case PairState::apart:
      ++bin.apart;
      break;
  }
}

std::vector<ReviewSizes> size_bins() {
  return {{2, 2}, {3, 3}, {4, 4}, {5, 9}, {10, 19}, {20, 49}, {50, 99}, {100, 999}, {1000, 0}};
}

void count_cluster(const ReviewCluster& cluster, std::vector<ReviewSizes>& sizes) {
  for (ReviewSizes& each : sizes) {
    if (each.to != 0 && cluster.size > each.to) continue;
    ++each.clusters;
    return;
  }
}

std::vector<ReviewPair> with_clusters_together(std::vector<ReviewPair> pairs) {
  std::unordered_map<std::string, std::vector<std::size_t>> by_kept;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    by_kept[decided_place(pairs[i].other.name)].push_back(i);
  }
  std::vector<ReviewPair> together;
  together.reserve(pairs.size());
  std::vector<bool> is_taken(pairs.size(), false);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (is_taken[i]) continue;
    // Computed before the move, which empties the name of the first pair.
    const std::vector<std::size_t> members = by_kept[decided_place(pairs[i].other.name)];
    for (const std::size_t member : members) {
      is_taken[member] = true;
      together.push_back(std::move(pairs[member]));
    }
  }
  return together;
}

}  // namespace facsim

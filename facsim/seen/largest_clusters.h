// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the pages of a store that have the most copies.
//
// It reads every page once, some 5 us each, and has a counter for each cluster with a copy: 20 MB
// for a million pages if no two copies belong to one cluster. Callable from any thread.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "facsim/seen.h"

namespace facsim {

struct LargestClustersOptions {
  std::size_t count_max = 20;                // clusters in the result
  std::uint64_t pages_max = 1'000'000;       // pages that are read, the oldest first
  std::function<void()> check_in = nullptr;  // called every 4,096 pages; may throw
};

struct SizedCluster {
  SeenPage first;          // the representative, which all others repeat
  std::uint64_t size = 0;  // pages, including the representative
};

struct LargestClusters {
  std::vector<SizedCluster> clusters;  // the largest first; among equals the older first
  std::uint64_t pages = 0;             // pages that were read
  bool is_truncated = false;           // the store has more pages than were read
};

// Clusters of one page do not count. A cluster that was erased meanwhile is left out.
[[nodiscard]] LargestClusters largest_clusters(const SeenStore& store,
                                               const LargestClustersOptions& options = {});

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which pages of a store have been repeated most?
//
// Reads every page once, some 5 us each, and keeps a counter for each cluster that has a copy: 20
// MB for a million pages, of which no two copies are of the same. Callable from any thread.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "facsim/seen.h"

namespace facsim {

struct LargestClustersOptions {
  std::size_t count_max = 20;                // clusters that are told
  std::uint64_t pages_max = 1'000'000;       // pages that are looked at, the oldest
  std::function<void()> check_in = nullptr;  // called every 4,096 pages; may throw
};

struct SizedCluster {
  SeenPage first;          // the representative, which all others repeat
  std::uint64_t size = 0;  // pages, the representative too
};

struct LargestClusters {
  std::vector<SizedCluster> clusters;  // the largest first, of one size the older first
  std::uint64_t pages = 0;             // that were looked at
  bool is_truncated = false;           // there are more
};

// Clusters of one page are none. One whose pages were erased meanwhile is left out.
[[nodiscard]] LargestClusters largest_clusters(const SeenStore& store,
                                               const LargestClustersOptions& options = {});

}  // namespace facsim

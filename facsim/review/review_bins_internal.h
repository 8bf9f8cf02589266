// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the pictures of a review count, pair by pair and cluster by cluster. Private to this room.

#include <cstdint>
#include <vector>

#include "facsim/model/review.h"

namespace facsim {

// Twenty bins of 0..1, empty; 1 itself lies in the last one.
[[nodiscard]] std::vector<ReviewBin> likeness_bins();
void count_pair(const ReviewPair& pair, std::vector<ReviewBin>& bins);
// Bins for the numbers of pages of a cluster, empty.
[[nodiscard]] std::vector<ReviewSizes> size_bins();
void count_cluster(const ReviewCluster& cluster, std::vector<ReviewSizes>& sizes);

// Moves the pairs of one kept page together, to where the first of them stands; else the order
// stays.
[[nodiscard]] std::vector<ReviewPair> with_clusters_together(std::vector<ReviewPair> pairs);

}  // namespace facsim

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The counts in the pictures of a review, by pair and by cluster. Private to this room.

#include <cstdint>
#include <vector>

#include "facsim/model/review.h"

namespace facsim {

// Twenty empty bins over 0..1; 1 itself belongs to the last one.
[[nodiscard]] std::vector<ReviewBin> likeness_bins();
void count_pair(const ReviewPair& pair, std::vector<ReviewBin>& bins);
// Empty bins for the numbers of pages of a cluster.
[[nodiscard]] std::vector<ReviewSizes> size_bins();
void count_cluster(const ReviewCluster& cluster, std::vector<ReviewSizes>& sizes);

// Groups the pairs of one kept page at the place of the first of them; otherwise the order is
// unchanged.
[[nodiscard]] std::vector<ReviewPair> with_clusters_together(std::vector<ReviewPair> pairs);

}  // namespace facsim
